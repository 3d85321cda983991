/* The engine's loop and Pig's verbs line by line in C: the same records (records.h is written from the benchmark's),
   the same steps in the same order, forced actions, notes, weighed actions and outcome rows included. */
#include <stdint.h>
#include <string.h>
#include "rng.h"
#include "records.h"

enum { ROLL, HOLD };
enum { P_1, P_2, P_3, P_4, P_5, P_6, CHANCE_ROLL };
enum { RANDOM, LINEAR };
enum { N_MEMORY = 16, MAX_LOG = sizeof ((core_t *)0)->log / sizeof ((core_t *)0)->log[0],
       ROUNDS = sizeof ((state_t *)0)->after_round[0] / sizeof(int32_t) };

typedef struct {
    int32_t *actions;
    double *values, (*memory)[N_MEMORY];
    uint64_t *search_keys;
} desk_t;

static inline void note(core_t *core, int code, int a, int b) {
    core->notes[code] = 1;
    if (core->is_logged) {
        int n = core->n_log;
        if (n < MAX_LOG) {
            core->log[n][0] = (int16_t)code;
            core->log[n][1] = (int16_t)a;
            core->log[n][2] = (int16_t)b;
        }
        core->n_log = n + 1;
    }
}

/* ---- Pig ---- */

static void begin_turn(state_t *state, int seat) {
    note(&state->core, P_2, seat, 0);
    state->core.actor = (int8_t)seat;
    state->turn_total = 0;
    state->turns[seat] += 1;
}

static void bank(state_t *state, int seat, int points) {
    state->banked[seat] += points;
    for (int i = state->turns[seat] > 1 ? state->turns[seat] - 1 : 0; i < ROUNDS; i++)
        state->after_round[seat][i] = state->banked[seat];
}

static void setup(state_t *state, const tables_t *tables) {
    note(&state->core, P_1, 0, 0);
    for (int seat = 0; seat < state->core.n_seats; seat++) bank(state, seat, (int)tables->handicap[seat]);
    begin_turn(state, 0);
}

static int legal_actions(const state_t *state, int32_t *actions) {
    actions[0] = ROLL;
    actions[1] = HOLD;
    return state->turn_total == 0 ? 1 : 2;
}

static int roll_die(core_t *core, int seat, int64_t sides) {
    int person = core->participants[seat];
    int face = 1 + (int)draw(fold(core->table_key, (uint64_t)person), core->counters[person], (uint64_t)sides);
    core->counters[person] += 1;
    return face;
}

static void apply(state_t *state, const tables_t *tables, int action) {
    core_t *core = &state->core;
    int seat = core->actor;
    if (action == ROLL) {
        int face = roll_die(core, seat, tables->sides);
        note(core, CHANCE_ROLL, face, seat);
        state->rolls[seat] += 1;
        if (face != tables->bust_face) {
            note(core, P_3, seat, 0);
            state->turn_total += face;
            return;
        }
        note(core, P_4, seat, 0);
        state->busts[seat] += 1;
    } else {
        note(core, P_5, seat, 0);
        bank(state, seat, state->turn_total);
        if (state->banked[seat] >= tables->goal) {
            note(core, P_6, seat, 0);
            core->is_over = 1;
            core->end_reason = 1;
            return;
        }
    }
    begin_turn(state, (seat + 1) % core->n_seats);
}

static void features(const state_t *state, const tables_t *tables, const int32_t *actions, int n, const double *weights,
                     double *values) {
    int is_win = state->banked[state->core.actor] + state->turn_total >= tables->goal;
    double hold = weights[1] * state->turn_total + (is_win ? weights[2] : 0.0);
    for (int i = 0; i < n; i++) values[i] = actions[i] == ROLL ? weights[0] : hold;
}

static void rank_by_score(row_t *row, int n_seats) {
    int winners = 0;
    for (int seat = 0; seat < n_seats; seat++) {
        int rank = 1;
        for (int other = 0; other < n_seats; other++) rank += row->seats[other].score > row->seats[seat].score;
        row->seats[seat].rank = (int8_t)rank;
        winners += rank == 1;
    }
    for (int seat = 0; seat < n_seats; seat++)
        row->seats[seat].win_share = row->seats[seat].rank == 1 ? 1.0 / winners : 0.0;
    row->winners = (int8_t)winners;
}

static void score(const state_t *state, row_t *row) {
    for (int seat = 0; seat < state->core.n_seats; seat++) {
        row->seats[seat].place = (int8_t)(seat + 1);
        row->seats[seat].score = state->banked[seat];
        row->seats[seat].turns_begun = state->turns[seat];
        row->seats[seat].rolls = state->rolls[seat];
        row->seats[seat].busts = state->busts[seat];
        row->seats[seat].any_bust = state->busts[seat] > 0;
        for (int i = 0; i < ROUNDS; i++) row->seats[seat].after_round[i] = state->after_round[seat][i];
        row->turns += state->turns[seat];
    }
    rank_by_score(row, state->core.n_seats);
}

/* ---- the engine ---- */

static int choose_random(core_t *core, int n) {
    int seat = core->actor;
    return (int)draw(core->policy_keys[seat], core->policy_draws[seat]++, (uint64_t)n);
}

static int choose_linear(state_t *state, const tables_t *tables, int n, const double *weights, const desk_t *desk) {
    const double *values = desk->values;
    features(state, tables, desk->actions, n, weights, desk->values);
    int first = 0, n_best = 1;
    double best = values[0];
    for (int i = 1; i < n; i++)
        if (values[i] > best) {
            best = values[i];
            first = i;
            n_best = 1;
        } else if (values[i] == best)
            n_best++;
    if (n_best == 1) return first;
    int skip = choose_random(&state->core, n_best);
    for (int i = first; i < n; i++)
        if (values[i] == best && skip-- == 0) return i;
    return first;
}

static void begin(core_t *core, const plan_t *entry, const uint64_t *keys, int n_seats, const desk_t *desk) {
    core->n_seats = (int8_t)n_seats;
    core->deal_key = fold(keys[0], (uint64_t)entry->deal);
    core->table_key = fold(keys[1], (uint64_t)entry->deal);
    uint64_t policy_key = fold(keys[2], (uint64_t)entry->game), search_key = fold(keys[3], (uint64_t)entry->game);
    for (int seat = 0; seat < n_seats; seat++) {
        core->policy_keys[seat] = fold(policy_key, (uint64_t)entry->participants[seat]);
        desk->search_keys[seat] = fold(search_key, (uint64_t)entry->participants[seat]);
        core->characters[seat] = entry->characters[seat];
        core->participants[seat] = entry->participants[seat];
        for (int k = 0; k < N_MEMORY; k++) desk->memory[seat][k] = 0.0;
    }
}

static void finish(const core_t *core, const plan_t *entry, row_t *row, int n_seats) {
    row->game = entry->game;
    row->block = entry->block;
    row->table = entry->table;
    row->seating = entry->seating;
    row->is_finished = core->is_over;
    row->end_reason = core->end_reason;
    row->decisions = core->n_decisions;
    for (int seat = 0; seat < n_seats; seat++) {
        row->seats[seat].character = entry->characters[seat];
        row->seats[seat].participant = entry->participants[seat];
        row->seats[seat].policy = entry->policies[seat];
    }
}

void play(state_t *state, const state_t *blank, const tables_t *tables, const plan_t *plan, const uint64_t *keys,
          const int64_t *families, const double *weights, int64_t n_features, const desk_t *desk, row_t *rows,
          int64_t n_games, int64_t max_decisions, control_t *control) {
    int n_seats = sizeof rows->seats / sizeof rows->seats[0];
    for (int64_t i = 0; i < n_games; i++) {
        const plan_t *entry = &plan[i];
        core_t *core = &state->core;
        *state = *blank;
        begin(core, entry, keys, n_seats, desk);
        core->is_logged = control->is_logged;
        setup(state, tables);
        int64_t n_forced = 0;
        while (!core->is_over && core->n_decisions < max_decisions && n_forced < max_decisions) {
            int n = legal_actions(state, desk->actions), seat = core->actor, index = 0;
            n_forced++;
            if (n != 1) {
                n_forced = 0;
                core->n_decisions++;
                int policy = entry->policies[seat];
                index = families[policy] == RANDOM
                            ? choose_random(core, n)
                            : choose_linear(state, tables, n, &weights[policy * n_features], desk);
                if (index < 0 || index >= n) {
                    control->bad_policy = (int16_t)policy;
                    return;
                }
            }
            int action = desk->actions[index];
            control->is_forced = n == 1;
            control->seat = (int8_t)seat;
            control->n_legal = n;
            control->chosen = index;
            control->action = action;
            apply(state, tables, action);
            control->n_actions++;
        }
        if (!core->is_over) core->end_reason = -1;
        score(state, &rows[i]);
        finish(core, entry, &rows[i], n_seats);
    }
    control->is_done = 1;
}
