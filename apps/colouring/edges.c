/* Graphs that are made: R-MAT, and the mesh. */
#include <stdlib.h>

#include "edges.h"

void edges_add(edges_t *edges, int64_t u, int64_t v)
{
    if (edges->n == edges->room) {
        edges->room = edges->room ? 2 * edges->room : 1024;
        void *larger = realloc(edges->pair, (size_t)edges->room * sizeof *edges->pair);
        if (!larger)
            colouring_fail("no memory for the edges");
        edges->pair = larger;
    }
    edges->pair[edges->n][0] = (uint32_t)u;
    edges->pair[edges->n++][1] = (uint32_t)v;
}

/* The finalizer of SplitMix64. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Chakrabarti, Zhan and Faloutsos, 2004: a quarter of the adjacency matrix by chance, a quarter of
 * that, and so on. */
static void draw(uint64_t random, int scale, int64_t *u, int64_t *v)
{
    enum { A = 37356, B = 12452, C = 12452 }; /* 0.57, 0.19, 0.19 of 65536 */
    uint64_t bits = 0;
    *u = *v = 0;
    for (int level = 0; level < scale; ++level) {
        if (level % 4 == 0)
            bits = random = mix(random + 0x9e3779b97f4a7c15u);
        const int chance = (int)(bits & 65535);
        bits >>= 16;
        *u = 2 * *u + (chance >= A + B);
        *v = 2 * *v + ((chance >= A && chance < A + B) || chance >= A + B + C);
    }
}

/* A permutation of the numbers of so many bits, and so, followed until it is there, of those below
 * `vertices`: without it low numbers would have the high degrees. */
static int64_t scramble(int64_t vertex, int64_t vertices, int scale, uint64_t seed)
{
    const uint64_t mask = ((uint64_t)1 << scale) - 1;
    uint64_t x = (uint64_t)vertex;
    do {
        x = ((x + seed) * 0x9e3779b97f4a7c15u) & mask;
        x ^= x >> (scale + 1) / 2;
        x = (x * 0xbf58476d1ce4e5b9u) & mask;
        x ^= x >> (scale + 1) / 2;
    } while (x >= (uint64_t)vertices);
    return (int64_t)x;
}

void edges_rmat(edges_t *edges, int64_t vertices, int64_t count, uint32_t seed, int rank, int size)
{
    const uint64_t start = mix(seed + 1ull);
    int scale = 1;
    while ((int64_t)1 << scale < vertices)
        ++scale;
    for (int64_t k = count * rank / size; k < count * (rank + 1) / size; ++k) {
        int64_t u, v;
        uint64_t random = mix(start + (uint64_t)k);
        do
            draw(random = mix(random), scale, &u, &v);
        while (u >= vertices || v >= vertices);
        edges_add(edges, scramble(u, vertices, scale, start), scramble(v, vertices, scale, start));
    }
}

/* The points of a cube, line by line, as many as are wanted: each is the neighbour of the 18 that
 * differ from it by at most 1 in each direction, and in at most two directions. */
void edges_mesh(edges_t *edges, int64_t vertices, int rank, int size)
{
    int64_t side = 1;
    while (side * side * side < vertices)
        ++side;
    for (int64_t v = vertices * rank / size; v < vertices * (rank + 1) / size; ++v) {
        const int64_t x = v % side, y = v / side % side;
        for (int64_t step = 14; step < 27; ++step) { /* 13: the point itself */
            const int64_t dx = step % 3 - 1, dy = step / 3 % 3 - 1, dz = step / 9 - 1;
            const int64_t other = v + dx + side * (dy + side * dz);
            if ((dx && dy && dz) || x + dx < 0 || x + dx >= side || y + dy < 0 || y + dy >= side ||
                other >= vertices)
                continue;
            edges_add(edges, v, other);
        }
    }
}
