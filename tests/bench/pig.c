/* Pig as one would write it for speed alone: whole games of examples/pig, with the same random numbers (sim/rng.py), the
   same policies and the same outcome rows. plan_t and row_t (records.h) are written from the records of the benchmark. */
#include <stdint.h>
#include <string.h>
#include "rng.h"
#include "records.h"

enum { SEATS = sizeof ((row_t *)0)->seats / sizeof ((row_t *)0)->seats[0],
       ROUNDS = sizeof ((row_t *)0)->seats[0].after_round / sizeof(int32_t),
       GOAL = 100, SIDES = 6, BUST_FACE = 1, GOAL_REACHED = 1, RANDOM = 0 };

typedef struct {
    uint64_t luck, choices;  /* keys of the person who sits here */
    uint64_t n_luck, n_choices;
    int32_t banked, turns, rolls, busts, after_round[ROUNDS];
} seat_t;

static void bank(seat_t *seat, int points) {
    seat->banked += points;
    for (int i = seat->turns > 0 ? seat->turns - 1 : 0; i < ROUNDS; i++) seat->after_round[i] = seat->banked;
}

static inline int is_hold(seat_t *seat, int total, int hold_at) {
    if (hold_at == RANDOM) return draw(seat->choices, seat->n_choices++, 2) == 1;
    return total >= hold_at || seat->banked + total >= GOAL;
}

/* One game; returns the number of choices between roll and hold. */
static int play_game(seat_t *seats, int hold_at) {
    int n_decisions = 0;
    for (int s = 0;; s = s + 1 < SEATS ? s + 1 : 0) {
        seat_t *seat = &seats[s];
        seat->turns++;
        for (int total = 0;;) {
            if (total > 0) {
                n_decisions++;
                if (is_hold(seat, total, hold_at)) {
                    bank(seat, total);
                    if (seat->banked >= GOAL) return n_decisions;
                    break;
                }
            }
            int face = 1 + (int)draw(seat->luck, seat->n_luck++, SIDES);
            seat->rolls++;
            if (face == BUST_FACE) {
                seat->busts++;
                break;
            }
            total += face;
        }
    }
}

static void begin(seat_t *seats, const plan_t *plan, const uint64_t *keys) {
    uint64_t table = fold(keys[1], (uint64_t)plan->deal), policy = fold(keys[2], (uint64_t)plan->game);
    memset(seats, 0, SEATS * sizeof *seats);
    for (int s = 0; s < SEATS; s++) {
        seats[s].luck = fold(table, (uint64_t)plan->participants[s]);
        seats[s].choices = fold(policy, (uint64_t)plan->participants[s]);
    }
}

static void score(row_t *row, const seat_t *seats, const plan_t *plan, int n_decisions) {
    row->game = plan->game;
    row->block = plan->block;
    row->table = plan->table;
    row->seating = plan->seating;
    row->is_finished = 1;
    row->end_reason = GOAL_REACHED;
    row->decisions = n_decisions;
    row->winners = 1;
    for (int s = 0; s < SEATS; s++) {
        const seat_t *seat = &seats[s];
        int rank = 1;
        for (int other = 0; other < SEATS; other++) rank += seats[other].banked > seat->banked;
        row->turns += seat->turns;
        row->seats[s].character = plan->characters[s];
        row->seats[s].participant = plan->participants[s];
        row->seats[s].policy = plan->policies[s];
        row->seats[s].win_share = rank == 1;
        row->seats[s].rank = (int8_t)rank;
        row->seats[s].place = (int8_t)(s + 1);
        row->seats[s].score = seat->banked;
        row->seats[s].turns_begun = seat->turns;
        row->seats[s].rolls = seat->rolls;
        row->seats[s].busts = seat->busts;
        row->seats[s].any_bust = seat->busts > 0;
        memcpy(row->seats[s].after_round, seat->after_round, sizeof seat->after_round);
    }
}

void play(const plan_t *plan, const uint64_t *keys, int64_t n_games, int64_t hold_at, row_t *rows) {
    seat_t seats[SEATS];
    for (int64_t i = 0; i < n_games; i++) {
        begin(seats, &plan[i], keys);
        int n_decisions = play_game(seats, (int)hold_at);
        score(&rows[i], seats, &plan[i], n_decisions);
    }
}
