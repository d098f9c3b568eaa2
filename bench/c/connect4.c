/* The perft of zermelo/games/connect4.py, in C: see perft.h. Usage: connect4 DEPTH. */
#include <stdint.h>

enum { WIDTH = 7, HEIGHT = 6, LENGTH = 4, STEP = HEIGHT + 1, ROWS = WIDTH * HEIGHT + 2, MOST = WIDTH };

/* Bit column * STEP + row, rows from the bottom; the row above the board stays empty, so that no line wraps. */
typedef struct {
    uint64_t stones[2];
    int8_t height[WIDTH];
    int8_t count;
    int8_t turn;
} State;

/* The ends of all lines of LENGTH cells in steps of `step`: pairs, pairs of pairs... */
static uint64_t lines(uint64_t cells, int step) {
    int have = 1;
    while (2 * have <= LENGTH) {
        cells &= cells >> have * step;
        have *= 2;
    }
    return cells & (cells >> (LENGTH - have) * step);
}

static int in_line(uint64_t stones) {
    static const int directions[] = {1, STEP, STEP - 1, STEP + 1};
    uint64_t found = 0;
    for (int i = 0; i < 4; i++) found |= lines(stones, directions[i]);
    return found != 0;
}

static int over(const State *s) { return s->count == WIDTH * HEIGHT || in_line(s->stones[1 - s->turn]); }

static int moves(const State *s, int32_t *out) {
    int n = 0;
    for (int column = 0; column < WIDTH; column++)
        if (s->height[column] < HEIGHT) out[n++] = column;
    return n;
}

static void play(State *s, int column) {
    s->stones[s->turn] |= (uint64_t)1 << (column * STEP + s->height[column]);
    s->height[column]++;
    s->count++;
    s->turn = 1 - s->turn;
}

#include "perft.h"

int main(int argc, char **argv) {
    print_perft((State){0}, argc > 1 ? atoi(argv[1]) : 9, 0);
    return 0;
}
