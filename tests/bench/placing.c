/* The twin of `place` in placing.py: random boards of kaguya, dice placed until no place is legal, each followed by the
   ponkotsu test. Same random numbers (sim/rng.py), same order, same checksum. */
#include <stdint.h>
#include <string.h>
#include "rng.h"

enum { OWN_FORM = 2, K_W1, K_W2, K_W3, K_W8, N_NOTES = 384, MAX_LOG = 512 };

typedef struct { int8_t dice[3], n, total, seat; } slot_t;
typedef struct { int8_t character, pool[7], n_pool, is_ponkotsu, slot; } seat_t;
typedef struct {
    uint8_t notes[N_NOTES], is_logged;
    int32_t n_log;
    int16_t log[MAX_LOG][3];
    slot_t slots[4];
    seat_t seats[4];
} state_t;
typedef struct { int16_t character_dice_max; int8_t ponkotsu_measure, ponkotsu_scope; } rules_t;

static inline void note(state_t *g, int code, int a, int b) {
    g->notes[code] = 1;
    if (g->is_logged) {
        int n = g->n_log;
        if (n < MAX_LOG) {
            g->log[n][0] = (int16_t)code;
            g->log[n][1] = (int16_t)a;
            g->log[n][2] = (int16_t)b;
        }
        g->n_log = n + 1;
    }
}

static inline int slot_has(const slot_t *slot, int face) {
    for (int i = 0; i < slot->n; i++)
        if (slot->dice[i] == face) return 1;
    return 0;
}

static inline void slot_add(slot_t *slot, int face) {
    slot->dice[slot->n] = (int8_t)face;
    slot->n += 1;
    slot->total += (int8_t)face;
}

static int pool_faces(const seat_t *seat) {
    int faces = 0;
    for (int face = 1; face < 7; face++)
        if (seat->pool[face] > 0) faces |= 1 << face;
    return faces;
}

static int list_places(const state_t *g, const rules_t *rules, int faces, int32_t *actions) {
    int n = 0, open = 0;
    for (int p = 0; p < 4; p++)
        if (g->slots[g->seats[p].slot].n < rules->character_dice_max) open |= 1 << g->seats[p].character;
    for (int character = 0; character < 4; character++)
        if (open >> character & 1)
            for (int face = 1; face < 7; face++)
                if (faces >> face & 1) actions[n++] = OWN_FORM << 24 | character << 4 | face;
    return n;
}

static int slots_match(const state_t *g, const rules_t *rules, int s, int t, int face) {
    const slot_t *a = &g->slots[s], *b = &g->slots[t];
    if (rules->ponkotsu_measure == 0) return a->total == b->total;
    if (face != 0) return slot_has(b, face);
    for (int f = 1; f < 7; f++)
        if (slot_has(a, f) && slot_has(b, f)) return 1;
    return 0;
}

static int test_ponkotsu(state_t *g, const rules_t *rules, int target, int face) {
    int s = g->seats[target].slot, matched = 0;
    if (g->slots[s].n == 0) {
        note(g, K_W3, target, 0);
        return 0;
    }
    for (int t = 0; t < 4; t++) {
        if (t == s || g->slots[t].seat < 0) continue;
        if (g->slots[t].n > 0 && slots_match(g, rules, s, t, face)) matched |= 1 << g->slots[t].seat;
    }
    if (matched == 0 && g->seats[target].is_ponkotsu == 1 && g->slots[s].n > 1) note(g, K_W8, target, 0);
    if (matched != 0) {
        note(g, K_W1, target, matched);
        if (g->slots[s].n == 1) note(g, K_W3, target, matched);
        if (matched & (matched - 1)) note(g, K_W2, target, matched);
        matched |= 1 << target;
    }
    if (rules->ponkotsu_scope == 1)
        for (s = 0; s < 4; s++)
            for (int t = s + 1; t < 4; t++)
                if (g->slots[s].n > 0 && g->slots[t].n > 0 && slots_match(g, rules, s, t, 0))
                    matched |= 1 << g->slots[s].seat | 1 << g->slots[t].seat;
    return matched;
}

static uint64_t deal(state_t *g, uint64_t key) {
    uint64_t d = 0;
    int shift = (int)draw(key, d++, 4), turn = (int)draw(key, d++, 4);
    for (int p = 0; p < 4; p++) {
        seat_t *seat = &g->seats[p];
        seat->character = (int8_t)(p ^ turn);
        seat->slot = (int8_t)((p + shift) & 3);
        seat->is_ponkotsu = (int8_t)draw(key, d++, 2);
        memset(seat->pool, 0, sizeof seat->pool);
        slot_t *slot = &g->slots[seat->slot];
        slot->seat = (int8_t)p;
        slot->n = 0;
        slot->total = 0;
        int n = (int)draw(key, d++, 3);
        for (int i = 0; i < n; i++) slot_add(slot, 1 + (int)draw(key, d++, 6));
    }
    g->seats[0].n_pool = 7;
    for (int i = 0; i < 7; i++) g->seats[0].pool[1 + draw(key, d++, 6)] += 1;
    return d;
}

uint64_t place(uint64_t seed, int64_t n_boards, int64_t *n_placed) {
    static state_t game;
    static rules_t rules;
    static int32_t actions[2048];
    state_t *g = &game;
    rules.character_dice_max = 3;
    uint64_t checksum = 0;
    int64_t placed = 0;
    for (int64_t board = 0; board < n_boards; board++) {
        uint64_t key = fold(seed, (uint64_t)board), d = deal(g, key);
        for (;;) {
            int n = list_places(g, &rules, pool_faces(&g->seats[0]), actions);
            if (n == 0) break;
            int action = actions[draw(key, d++, (uint64_t)n)], face = action & 15, target = -1;
            for (int p = 0; p < 4 && target < 0; p++)
                if (g->seats[p].character == (action >> 4 & 15)) target = p;
            g->seats[0].pool[face] -= 1;
            g->seats[0].n_pool -= 1;
            slot_add(&g->slots[g->seats[target].slot], face);
            int matched = test_ponkotsu(g, &rules, target, face);
            checksum = fold(checksum, (uint64_t)(action & 0xFFFF) | (uint64_t)n << 16 | (uint64_t)matched << 32);
            placed++;
        }
    }
    *n_placed = placed;
    return checksum;
}
