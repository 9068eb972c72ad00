// Calls that belong to no array: as functions and as methods of one object. And groups.
#include "cases.h"

// A case of X, which is the functions and then the object.
#define BOTH(name)                                                                                 \
    template <class S> static void both_##name(S &X);                                              \
    TEST_CASE_STARTED(name, TEST_GA)                                                               \
    {                                                                                              \
        functions free;                                                                            \
        both_##name(free);                                                                         \
        both_##name(SERVICES);                                                                     \
    }                                                                                              \
    template <class S> static void both_##name(S &X)

// The functions of the namespace under the names of the methods.
struct functions {
#define FUNCTION(name)                                                                             \
    template <class... A> auto name(A... a)                                                        \
    {                                                                                              \
        return GA::name(a...);                                                                     \
    }
    FUNCTION(brdcst)
    FUNCTION(getDebug) FUNCTION(clusterNnodes) FUNCTION(clusterNodeid) FUNCTION(clusterProcNodeid)
        FUNCTION(clusterNprocs) FUNCTION(clusterProcid) FUNCTION(createMutexes)
            FUNCTION(deregisterType) FUNCTION(destroyMutexes) FUNCTION(dgop) FUNCTION(duplicate)
                FUNCTION(fence) FUNCTION(gop) FUNCTION(igop) FUNCTION(initFence)
                    FUNCTION(inquireMemory) FUNCTION(lgop) FUNCTION(lock) FUNCTION(maskSync)
                        FUNCTION(memoryAvailable) FUNCTION(memoryLimited) FUNCTION(nodeid)
                            FUNCTION(nodes) FUNCTION(registerType) FUNCTION(setDebug)
                                FUNCTION(setMemoryLimit) FUNCTION(sync) FUNCTION(unlock)
                                    FUNCTION(usesMA) FUNCTION(usesFAPI) FUNCTION(wtime)
                                        FUNCTION(createGA_Ghosts)
#undef FUNCTION
                                            template <class... A>
                                            GlobalArray *createGA(A &&...a)
    {
        return GA::createGA(a...);
    }
};

BOTH(ranks)
{
    const int n = GA_Nnodes();
    int sum = 0;
    GA::GAServices another;
    CHECK_INT(n, another.nodes());
    CHECK_INT(n, X.nodes());
    CHECK_INT(GA_Nodeid(), X.nodeid());
    CHECK_INT(GA_Cluster_nnodes(), X.clusterNnodes());
    CHECK_INT(X.clusterProcNodeid(X.nodeid()), X.clusterNodeid());
    for (int node = 0; node < X.clusterNnodes(); ++node)
        for (int k = 0; k < X.clusterNprocs(node); ++k)
            CHECK_INT(sum++, X.clusterProcid(node, k));
    CHECK_INT(n, sum);
    CHECK_INT(0, X.usesMA());
    CHECK_INT(0, X.usesFAPI());
    const double start = X.wtime();
    CHECK(X.wtime() >= start);
    X.setDebug(1);
    CHECK_INT(1, X.getDebug());
    X.setDebug(0);
    CHECK_INT(0, X.getDebug());
}

BOTH(sums)
{
    const int n = GA_Nnodes(), sum = n * (n + 1) / 2;
    for (int way = 0; way < 2; ++way) {
        int i[2] = {GA_Nodeid() + 1, 1};
        long l[2] = {GA_Nodeid() + 1, 1};
        double d[2] = {GA_Nodeid() + 1.0, 1};
        if (way == 0) {
            X.gop(i, 2, text("+"));
            X.gop(l, 2, text("+"));
            X.gop(d, 2, text("+"));
        } else {
            X.igop(i, 2, text("+"));
            X.lgop(l, 2, text("+"));
            X.dgop(d, 2, text("+"));
        }
        CHECK(i[0] == sum && l[0] == sum && d[0] == sum && i[1] == n && l[1] == n && d[1] == n);
    }
    float f[1] = {(float)GA_Nodeid() + 1};
    X.gop(f, 1, text("max"));
    CHECK(f[0] == (float)n);
    int number = GA_Nodeid() == n - 1 ? 42 : 0;
    X.brdcst(&number, (int)sizeof number, n - 1);
    CHECK_INT(42, number);
}

BOTH(memory)
{
    const size_t before = X.inquireMemory();
    CHECK_INT(0, X.memoryLimited());
    CHECK_INT(-1, X.memoryAvailable());
    X.setMemoryLimit(100000);
    CHECK_INT(1, X.memoryLimited());
    CHECK_INT(100000 - (int)before, X.memoryAvailable());
    X.setMemoryLimit((size_t)1 << 40);
    CHECK_INT(INT32_MAX, X.memoryAvailable());
    X.setMemoryLimit(SIZE_MAX);
    const int type = X.registerType(24);
    CHECK(type >= MT_LAST);
    CHECK_INT(0, X.deregisterType(type));
}

BOTH(created)
{
    int dims[2] = {ROWS, COLUMNS}, chunk[2] = {ROWS, COLUMNS}, block[2] = {1, 1}, map[2] = {0, 0},
        width[2] = {1, 1};
    GlobalArray *arrays[7] = {X.createGA(C_DBL, 2, dims, text("new"), chunk),
                              X.createGA(C_DBL, 2, dims, text("new"), block, map),
                              X.createGA_Ghosts(C_DBL, 2, dims, width, text("new"), chunk),
                              X.createGA_Ghosts(C_DBL, 2, dims, width, text("new"), block, map)};
    SET(double, *arrays[0], COUNTED);
    arrays[4] = X.createGA(arrays[0], text("new"));
    arrays[5] = X.createGA(*arrays[0]);
    arrays[6] = X.createGA();
    arrays[6]->setData(2, dims, C_DBL);
    arrays[6]->setChunk(chunk);
    CHECK_INT(1, arrays[6]->allocate());
    for (int k = 0; k < 7; ++k) {
        CHECK_INT(0, arrays[k]->locate(at<int>(ROWS - 1, COLUMNS - 1)));
        CHECK_INT(k == 2 || k == 3, arrays[k]->hasGhosts());
        EQUAL(double, *arrays[k], k == 0 || k == 5 ? COUNTED : 0);
    }
    const int copy = X.duplicate(arrays[0]->handle(), text("copy"));
    CHECK_TEXT("copy", GA_Inquire_name(copy));
    GA_Destroy(copy);
    for (GlobalArray *a : arrays)
        delete a;
}

BOTH(order)
{
    GlobalArray a = matrix<int>();
    at<int> one(1), where(2, 3);
    CHECK_INT(1, X.createMutexes(2));
    for (int k = 0; k < 10; ++k) { // not atomic but for the mutex
        int value;
        X.lock(1);
        a.get(where, where, &value, one);
        ++value;
        X.initFence();
        a.put(where, where, &value, one);
        X.fence();
        X.unlock(1);
    }
    X.sync();
    EQUAL(int, a, i == 2 && j == 3 ? 10 * GA_Nnodes() : 0);
    CHECK_INT(1, X.destroyMutexes());
    X.maskSync(0, 0); // for the next collective call, which is this
    a.zero();
    X.sync();
    EQUAL(int, a, 0);
}

// ---- groups ----

TEST_CASE_STARTED(groups, TEST_GA)
{
    const int n = GA_Nnodes(), me = GA_Nodeid(), last = n - 1;
    std::vector<int> list;
    for (int k = n / 2; k < n; ++k)
        list.push_back(k);
    {
        GA::PGroup upper(list.data(), (int)list.size());
        CHECK_INT(n - n / 2, upper.nodes());
        if (me >= n / 2) {
            CHECK_INT(me - n / 2, upper.nodeid());
            int i = 1, b = me == last ? 7 : 0;
            long l = 2;
            float f = 3;
            double d = 4;
            upper.gop(&i, 1, text("+"));
            upper.gop(&l, 1, text("+"));
            upper.gop(&f, 1, text("+"));
            upper.gop(&d, 1, text("+"));
            const int size = upper.nodes();
            CHECK(i == size && l == 2 * size && f == 3.0f * (float)size && d == 4.0 * size);
            upper.brdcst(&b, (int)sizeof b, last - n / 2);
            CHECK_INT(7, b);
            GA::PGroup again = upper.duplicate(), copy = again, another(upper);
            CHECK(again.handle() != upper.handle() && copy.handle() == again.handle());
            copy = upper;
            again.sync();
            upper.sync();
            CHECK_INT(size, again.nodes());
            int dims[2] = {ROWS, COLUMNS};
            GlobalArray a(C_DBL, 2, dims, text("upper"), NULL, &upper);
            CHECK_INT(upper.handle(), GA_Get_pgroup(a.handle()));
            GA::PGroup *before = GA::PGroup::getDefault();
            GA::PGroup::setDefault(&upper);
            CHECK_INT(size, GA_Nnodes());
            CHECK_INT(upper.handle(), GA::PGroup::getDefault()->handle());
            GA::PGroup::setDefault(before);
            CHECK_INT(n, GA_Nnodes());
        }
        GA_Sync();
    }
    GA::PGroup self = GA::PGroup::self();
    CHECK_INT(1, self.nodes());
    CHECK_INT(0, self.nodeid());
    CHECK_INT(GA_Pgroup_get_world(), GA::PGroup::getWorld()->handle());
    CHECK_INT(n, GA::PGroup::getWorld()->nodes());
    CHECK_INT(GA_Pgroup_get_mirror(), GA::PGroup::getMirror()->handle());
    CHECK(GA::PGroup::getWorld() == GA::PGroup::getWorld());
}

// The group ends with the last object: another that is made then gets its number.
TEST_CASE_STARTED(groups_end, TEST_GA)
{
    int rank = GA_Nodeid(), first, second;
    {
        GA::PGroup self = GA::PGroup::self();
        GA::PGroup copy = self;
        self = copy;
        first = copy.handle();
    }
    CHECK_INT(0, GA_Pgroup_destroy(first));
    {
        GA::PGroup kept = GA::PGroup::self();
        second = kept.handle();
        {
            GA::PGroup copy(kept);
        }
        CHECK_INT(1, GA_Pgroup_nnodes(second));
        kept = GA::PGroup::self();
        CHECK_INT(0, GA_Pgroup_destroy(second));
    }
    CHECK_INT(rank, GA_Nodeid());
}
