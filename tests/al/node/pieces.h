/* Blocks of an arena that a test fills, and what must be true of its pages. */
#ifndef PIECES_H
#define PIECES_H

#include "armci-lite/src/node/al_arena.h"

/* A block, filled with its number. */
typedef struct piece {
    uint32_t block;
    uint64_t offset, bytes;
    char number;
} piece_t;

/* Bytes of memory that the file has. */
int64_t held_bytes(const al_arena_t *arena);

/* The bits say what is counted, every live block is committed and has its bytes. */
void check_pages(const al_arena_t *arena, const piece_t *pieces, int n);

#endif
