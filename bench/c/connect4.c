/* The perft of zermelo/games/connect4.py and zermelo/count.py, in C: the same struct, the same copy of it for every
 * move, the same bulk count one ply above the leaves. Usage: connect4 DEPTH; prints leaves, finished games, seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 7, HEIGHT = 6, LENGTH = 4, STEP = HEIGHT + 1, ROWS = WIDTH * HEIGHT + 2 };

/* Bit column * STEP + row, rows from the bottom; the row above the board stays empty, so that no line wraps. */
typedef struct {
    uint64_t stones[2];
    int8_t height[WIDTH];
    int8_t count;
    int8_t turn;
} State;

typedef struct {
    int64_t leaves, stop;
    State stack[ROWS];
    int32_t path[ROWS];
    int32_t moves[ROWS][WIDTH];
} Work;

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

static int64_t leaves_below(Work *w, int ply, int height) {
    if (height == 0 || w->stop) return 1;
    State *s = &w->stack[ply];
    int32_t *out = w->moves[ply];
    int count = over(s) ? 0 : moves(s, out);
    if (count == 0) {
        w->leaves++;
        return 0;
    }
    if (height == 1) return count;
    int64_t total = 0;
    for (int i = 0; i < count; i++) {
        w->stack[ply + 1] = *s;
        w->path[ply + 1] = out[i];
        play(&w->stack[ply + 1], out[i]);
        total += leaves_below(w, ply + 1, height - 1);
    }
    return total;
}

int main(int argc, char **argv) {
    Work *w = calloc(1, sizeof *w);
    clock_t started = clock();
    long long leaves = leaves_below(w, 0, argc > 1 ? atoi(argv[1]) : 9), finished = w->leaves;
    double seconds = (double)(clock() - started) / CLOCKS_PER_SEC;
    printf("{\"leaves\": %lld, \"finished\": %lld, \"time_s\": %.6f}\n", leaves, finished, seconds);
    free(w);
    return 0;
}
