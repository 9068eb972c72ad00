// memory: what TAMM keeps in global arrays, through its own classes: counters and memory regions,
// in the world and in groups of half of it.
#include <cstdio>
#include <vector>

#include "tamm/atomic_counter.hpp"
#include "tamm/memory_manager_ga.hpp"

static int failed;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::printf("memory.cc:%d: rank %d: not so: %s\n", __LINE__, GA_Nodeid(), #condition); \
            failed = 1;                                                                            \
        }                                                                                          \
    } while (0)

// All ranks of the group take from counter 2 until it is at 100; each number comes up once.
static void count(tamm::ProcGroup &pg)
{
    tamm::AtomicCounterGA counter(pg, 5);
    counter.allocate(10);
    long sum = 0, all;
    for (long next; (next = counter.fetch_add(2, 3)) < 100;)
        sum += next;
    MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, pg.comm());
    CHECK(all == 30 * (10 + 97) / 2);
    counter.deallocate();
}

template <class T>
static void use(tamm::ProcGroup &pg, tamm::ElementType type, bool balanced, size_t more)
{
    using namespace tamm;
    const int n = (int)pg.size().value(), me = (int)pg.rank().value(), next = (me + 1) % n,
              last = (me + n - 1) % n;
    // more: rank r has 5 + r elements, else all have 5
    const auto size_of = [&](int rank) { return 5 + more * (size_t)rank; };
    MemoryManagerGA *const manager = MemoryManagerGA::create_coll(pg);
    MemoryRegion *const region = balanced ? manager->alloc_coll_balanced(type, Size{size_of(me)})
                                          : manager->alloc_coll(type, Size{size_of(me)});
    std::vector<T> out(size_of(next)), in(size_of(next));
    for (size_t k = 0; k < out.size(); ++k)
        out[k] = T(100 * next + (int)k);
    manager->put(*region, Proc{next}, Offset{0}, Size{out.size()}, out.data());
    pg.barrier();
    const T *mine = static_cast<const T *>(manager->access(*region, Offset{0}));
    for (size_t k = 0; k < size_of(me); ++k)
        CHECK(mine[k] == T(100 * me + (int)k));
    pg.barrier();
    // From each neighbour, at offset 1.
    for (const int to : {next, last})
        manager->add(*region, Proc{to}, Offset{1}, Size{2}, std::vector<T>{T(1), T(2)}.data());
    pg.barrier();
    manager->get(*region, Proc{next}, Offset{0}, Size{in.size()}, in.data());
    for (size_t k = 0; k < in.size(); ++k)
        CHECK(in[k] == T(100 * next + (int)k + (k == 1 ? 2 : k == 2 ? 4 : 0)));
    DataCommunicationHandle handle;
    std::fill(in.begin(), in.end(), T(-1));
    manager->nb_get(*region, Proc{next}, Offset{3}, Size{2}, in.data(), &handle);
    handle.waitForCompletion();
    CHECK(in[0] == T(100 * next + 3) && in[1] == T(100 * next + 4) && in[2] == T(-1));
    pg.barrier();
    region->dealloc_coll();
    delete region;
    MemoryManagerGA::destroy_coll(manager);
}

static void all(tamm::ProcGroup &pg)
{
    using tamm::ElementType;
    count(pg);
    for (size_t more = 0; more < 2; ++more) {
        use<float>(pg, ElementType::single_precision, false, more);
        use<double>(pg, ElementType::double_precision, false, more);
        use<std::complex<float>>(pg, ElementType::single_complex, false, more);
        use<std::complex<double>>(pg, ElementType::double_complex, false, more);
    }
    use<double>(pg, ElementType::double_precision, true, 0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    GA_Initialize();
    {
        tamm::ProcGroup world = tamm::ProcGroup::create_world_coll();
        all(world);
        const int half = ((int)world.size().value() + 1) / 2;
        tamm::ProcGroup part = tamm::ProcGroup::create_subgroups(world, half);
        all(part);
        part.destroy_coll();
        world.destroy_coll();
    }
    int any;
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (GA_Nodeid() == 0 && !any)
        std::printf("memory: all as wanted\n");
    GA_Terminate();
    MPI_Finalize();
    return any;
}
