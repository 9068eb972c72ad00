/* Messages between ranks of a list (al_tree.h) whose receivers know neither who sends one nor how
 * long it is: how many there are they have to find out otherwise. */
#ifndef AL_MAIL_H
#define AL_MAIL_H

#include <stdbool.h>
#include <stddef.h>

#include <mpi.h>

#include "armci-lite/src/wait/al_tree.h"

/* The tag of a list is as far above this as the list's own above AL_TREE_TAG; those of steps end
 * here. */
enum { AL_MAIL_TAG = 24576 };

/* A message that has arrived. */
typedef struct al_mail {
    MPI_Message message;
    size_t bytes;
    int source; /* of the world */
} al_mail_t;

/* Begin to send; data stays as it is until the request completes (ali_wait_request). */
int ali_mail_send(const al_tree_t *tree, int to, const void *data, size_t bytes,
                  MPI_Request *request);
/* Has one arrived? It is this caller's then, who takes it. */
int ali_mail_match(const al_tree_t *tree, al_mail_t *mail, bool *has_arrived);
/* Have its bytes: this may wait for the sender. */
int ali_mail_take(al_mail_t *mail, void *data);
/* Wait until it is sent. */
int ali_mail_finish(MPI_Request *request);

#endif
