/* Steps behind a handle: what a collective call of some ranks does on this one, as a list that goes
 * on inside every wait, poll and test of the rank, and in its helper thread, until it is over. A
 * caller begins a list, adds steps, and runs them, or leaves them behind a handle.
 *
 * The steps of a list are made one after the other, each when it can be without waiting. Lists do
 * not wait for each other: the k-th list that two ranks make steps for together is a call of its
 * own between them (al_pair.h), so all that must agree on the two is the order of such calls and,
 * within one, the order of the signals, and of the messages, from the one to the other. A list
 * belongs to the thread that begins it until it runs; a rank makes one list at a time.
 *
 * Adding never fails: a list without memory says so when it is to run, and nothing has happened. */
#ifndef AL_STEPS_H
#define AL_STEPS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>

typedef struct al_steps al_steps_t;

/* An empty list. call: for messages, kept as it is. NULL: no memory, and no message. */
al_steps_t *ali_steps_begin(const char *call);
/* Memory that lives as long as the list, aligned for anything; NULL: none is left. */
void *ali_steps_memory(al_steps_t *steps, size_t bytes);

/* Tell a rank of my node; wait for it to tell me. */
void ali_steps_signal(al_steps_t *steps, int rank);
void ali_steps_await(al_steps_t *steps, int rank);
/* Start a message to or from a rank, of 0 bytes or more. What is sent must not change, nor what is
 * received be read, before a join that waits for it. */
void ali_steps_send(al_steps_t *steps, int rank, const void *data, size_t bytes);
void ali_steps_receive(al_steps_t *steps, int rank, void *data, size_t bytes);
/* How many messages have been added: the number of the next. */
int ali_steps_messages(const al_steps_t *steps);
/* Wait for the messages from number `first` to before `end`. */
void ali_steps_join(al_steps_t *steps, int first, int end);
/* Call a function, which must not wait. */
typedef int al_work_t(void *context, int64_t a, int64_t b);
void ali_steps_work(al_steps_t *steps, al_work_t *work, void *context, int64_t a, int64_t b);

/* Call a function, which must not wait, again and again, once for each time that the list goes on,
 * until it sets *done. */
typedef int al_turn_t(void *context, int *done);
void ali_steps_turns(al_steps_t *steps, al_turn_t *turn, void *context);

/* Make those of the steps so far that can be made now, while others are still to be added. From
 * here on the list is to run: what fails is said then. */
void ali_steps_go(al_steps_t *steps);
/* Go through the list, and be done with it: a status of a function, of MPI, or ASHLAR_ENOMEM. */
int ali_steps_run(al_steps_t *steps);
/* The same, but a list that takes little memory is left to the caller, who may repeat it; *steps is
 * NULL if there is none. It is freed when the library stops. */
int ali_steps_run_and_keep(al_steps_t **steps);
/* Make a list that has been run one that is to run again, a later call of all its pairs. */
void ali_steps_repeat(al_steps_t *steps);
/* A number for the time between a start of the library and its stop, in which lists live. */
extern uint64_t ali_steps_session;
/* The list is not to be repeated. */
void ali_steps_drop(al_steps_t *steps);
/* Leave the list behind a handle, which may have other parts; what fails later is the
 * handle's. */
int ali_steps_start(al_steps_t *steps, al_handle_t *handle);
/* Forget a list that shall not run after all. If it has begun, it is kept as one that has failed
 * with this status. */
void ali_steps_discard(al_steps_t *steps, int status);

/* Go on with all lists behind handles, unless another thread does. */
void ali_steps_advance(void);
/* Wait for all of them. */
int ali_steps_finish(void);
/* Say for whom the list behind a handle waits, or with 0 any (al_wait_report.h). */
void ali_steps_report(al_handle_t handle);
/* How many lists have failed. The failure of one of a handle's, or with 0 of any, which is then
 * forgotten. */
extern atomic_int ali_steps_failed;
int ali_steps_take_failure(al_handle_t handle);

/* Forget all lists that are under way: nobody waits for them any more. */
void ali_steps_abandon(void);
/* After that, and when no thread of the library's runs. */
void ali_steps_stop(void);

#endif
