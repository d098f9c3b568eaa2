/* The perft of zermelo/games/othello.py, in C: see perft.h. Usage: othello DEPTH. */
#include <stdint.h>

enum { SIZE = 8, SQUARES = 64, PASS = SQUARES, ROWS = 2 * SQUARES + 2, MOST = SQUARES };

/* Bit row * SIZE + column, rows from the top. Lines to the side end on an edge, and do not wrap. */
static const uint64_t ALL = ~(uint64_t)0, INNER = 0x7e7e7e7e7e7e7e7e;
static const int STEPS[4] = {1, SIZE - 1, SIZE, SIZE + 1};
#define WITHIN(i) ((i) == 2 ? ALL : INNER)
#define BIT(square) ((uint64_t)1 << (square))

typedef struct {
    uint64_t discs[2];
    uint64_t legal; /* where the mover can place a disc */
    int8_t turn;
} State;

static uint64_t after(uint64_t ends, uint64_t across, int step) {
    uint64_t line = across & (ends << step);
    line |= across & (line << step);
    uint64_t pairs = across & (across << step);
    line |= pairs & (line << 2 * step);
    return line | (pairs & (line << 2 * step));
}

static uint64_t before(uint64_t ends, uint64_t across, int step) {
    uint64_t line = across & (ends >> step);
    line |= across & (line >> step);
    uint64_t pairs = across & (across >> step);
    line |= pairs & (line >> 2 * step);
    return line | (pairs & (line >> 2 * step));
}

static uint64_t outflanking(uint64_t mine, uint64_t theirs) {
    uint64_t found = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t across = theirs & WITHIN(i);
        found |= (after(mine, across, STEPS[i]) << STEPS[i]) | (before(mine, across, STEPS[i]) >> STEPS[i]);
    }
    return found & ALL & ~(mine | theirs);
}

static uint64_t outflanked(uint64_t disc, uint64_t mine, uint64_t theirs) {
    uint64_t turned = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t across = theirs & WITHIN(i);
        uint64_t line = after(disc, across, STEPS[i]);
        if ((line << STEPS[i]) & mine) turned |= line;
        line = before(disc, across, STEPS[i]);
        if ((line >> STEPS[i]) & mine) turned |= line;
    }
    return turned;
}

static int over(const State *s) {
    return s->legal == 0 && outflanking(s->discs[1 - s->turn], s->discs[s->turn]) == 0;
}

static int moves(const State *s, int32_t *out) {
    int n = 0;
    if (s->legal == 0) out[n++] = PASS;
    for (uint64_t left = s->legal; left; left &= left - 1) out[n++] = __builtin_ctzll(left);
    return n;
}

static void play(State *s, int square) {
    uint64_t mine = s->discs[s->turn], theirs = s->discs[1 - s->turn];
    if (square != PASS) {
        uint64_t turned = outflanked(BIT(square), mine, theirs);
        s->discs[s->turn] = mine |= turned | BIT(square);
        s->discs[1 - s->turn] = theirs ^= turned;
    }
    s->turn = 1 - s->turn;
    s->legal = outflanking(theirs, mine);
}

#include "perft.h"

int main(int argc, char **argv) {
    State start = {{BIT(28) | BIT(35), BIT(27) | BIT(36)}, 0, 0};
    start.legal = outflanking(start.discs[0], start.discs[1]);
    print_perft(start, argc > 1 ? atoi(argv[1]) : 10, 1); /* as the tables of Othello have it */
    return 0;
}
