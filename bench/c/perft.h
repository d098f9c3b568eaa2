/* The perft of zermelo/count/perft.py, in C: the same struct, the same copy of it for every move, the same bulk count
 * one ply above the leaves. A game includes this file after its State, `over`, `moves` and `play`; ROWS is the longest
 * game, and MOST the most moves of a position. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    int64_t leaves, stop;
    State stack[ROWS];
    int32_t path[ROWS];
    int32_t moves[ROWS][MOST];
} Work;

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

/* Leaves, finished games and seconds; with `finished_too`, games that end earlier count as leaves as well. */
static void print_perft(State start, int depth, int finished_too) {
    Work *w = calloc(1, sizeof *w);
    w->stack[0] = start;
    clock_t started = clock();
    long long leaves = leaves_below(w, 0, depth), finished = w->leaves;
    double seconds = (double)(clock() - started) / CLOCKS_PER_SEC;
    if (finished_too) leaves += finished;
    printf("{\"leaves\": %lld, \"finished\": %lld, \"time_s\": %.6f}\n", leaves, finished, seconds);
    free(w);
}
