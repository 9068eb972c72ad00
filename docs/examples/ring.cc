// A ring of images: each tells the next one its number. Two values for each image, at most one of
// which is another's.
#include <cstdio>

#include <ashlar/coarray.hpp>

static int work()
{
    const int me = ashlar::this_image(), images = ashlar::num_images();
    ashlar::Coarray<double, 1> x(2); // collective: two elements on each image
    x[0] = me;
    ashlar::sync_all();
    x((me + 1) % images)[1] = x[0]; // written on the next image, without its help
    ashlar::sync_all();
    const int before = (me + images - 1) % images;
    std::printf("image %d has got %.0f\n", me, static_cast<double>(x[1]));
    return x[1] == before ? 0 : 1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    ashlar::check(ga_initialize(MPI_COMM_WORLD));
    const int code = work(); // its coarrays are gone before the library ends
    ga_terminate();
    MPI_Finalize();
    return code;
}
