/* processes.h -- work by number, a process each, on all cores; what they print is taken in order.
   SPDX-License-Identifier: MIT-0

   Included by one C file each, before anything else: it asks the system for POSIX. */

#ifndef PROCESSES_H_INCLUDED
#define PROCESSES_H_INCLUDED

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* kill(), where a compiler is told a standard of C */
#endif

#include "flags.h"

#if !defined(_WIN32) && !defined(__wasi__)
#include <poll.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#endif

/* What one printed, and its exit status. */
typedef struct answer {
    buffer out;
    buffer err; /* a line, without the program's name and its end */
    int status;
} answer;

typedef int (*work_function)(void* context, uint32_t number);
typedef void (*answer_function)(void* context, uint32_t number, const answer* a);

#ifdef _WIN32

/* No fork(): one after another, and the first that cannot be done ends it all. */
static inline void ask_all(const char* what, uint32_t count, work_function work, answer_function take, void* context) {
    for (uint32_t i = 0; i < count; ++i) {
        answer a = {{NULL, 0, 0}, {NULL, 0, 0}, 0};
        FILE* file = tmpfile();
        int kept = _dup(1);
        if (file == NULL || kept < 0 || _dup2(_fileno(file), 1) != 0) {
            fail(1, "there is no place for a temporary file");
        }
        a.status = work(context, i);
        fflush(stdout);
        _dup2(kept, 1);
        _close(kept);
        rewind(file);
        for (int c; (c = getc(file)) != EOF;) {
            char one = (char)c;
            to_text(&a.out, &one, 1);
        }
        fclose(file);
        put(&a.out, "%s", "");
        put(&a.err, "%s", "");
        show_progress(what, i + 1, count);
        take(context, i, &a);
        free(a.out.text);
        free(a.err.text);
    }
    end_progress();
}

#elif defined(__wasi__)

/* Neither processes nor another place for what they print. */
static inline void ask_all(const char* what, uint32_t count, work_function work, answer_function take, void* context) {
    (void)what, (void)count, (void)work, (void)take, (void)context;
    fail(1, "processes are not to be had on this system");
}

#else

#define MAX_PROCESSES 64

typedef struct process {
    pid_t id;
    int pipe[2]; /* to read what it prints from: standard output, and errors; -1: it has ended that */
    answer said;
} process;

/* A ring of those that were started and whose answers were not taken yet. */
typedef struct processes {
    process ring[MAX_PROCESSES];
    uint32_t first;
    uint32_t end; /* behind the last one that was started */
    uint32_t running;
} processes;

static inline process* process_of(processes* all, uint32_t number) {
    return &all->ring[number % MAX_PROCESSES];
}

static inline void start_process(processes* all, work_function work, void* context) {
    process* p = process_of(all, all->end);
    int ends[2][2]; /* of the two pipes: to read from, to write to */
    memset(p, 0, sizeof(*p));
    fflush(stdout); /* or the process would print what waits there once more */
    if (pipe(ends[0]) != 0 || pipe(ends[1]) != 0 || (p->id = fork()) < 0) {
        fail(1, "no more processes are to be had");
    }
    if (p->id == 0) {
        dup2(ends[0][1], 1);
        dup2(ends[1][1], 2);
        close(ends[0][0]);
        close(ends[1][0]);
        exit(end_output(work(context, all->end)));
    }
    for (int i = 0; i < 2; ++i) {
        close(ends[i][1]);
        p->pipe[i] = ends[i][0];
    }
    put(&p->said.out, "%s", "");
    put(&p->said.err, "%s", "");
    ++all->end;
    ++all->running;
}

static inline void stop_processes(processes* all) {
    for (uint32_t i = all->first; i < all->end; ++i) {
        kill(process_of(all, i)->id, SIGKILL);
    }
}

/* What it said is a line without the program's name, unless the process came to a bad end. */
static inline void end_process(process* p) {
    int status = 0;
    buffer* err = &p->said.err;
    size_t name = strlen(program_name) + 2;
    waitpid(p->id, &status, 0);
    p->said.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    if (err->bytes > name && strncmp(err->text, program_name, name - 2) == 0) {
        err->bytes -= name;
        memmove(err->text, err->text + name, err->bytes);
        err->text[strcspn(err->text, "\n")] = 0;
    }
}

static inline void read_pipe(processes* all, process* p, int which) {
    buffer* b = which == 0 ? &p->said.out : &p->said.err;
    need_room(b, 65536);
    ssize_t bytes = read(p->pipe[which], b->text + b->bytes, b->room - 1 - b->bytes);
    b->bytes += bytes > 0 ? (size_t)bytes : 0;
    b->text[b->bytes] = 0;
    if (bytes == 0 || (bytes < 0 && errno != EINTR)) {
        close(p->pipe[which]);
        p->pipe[which] = -1;
        if (p->pipe[1 - which] < 0) {
            end_process(p);
            --all->running;
        }
    }
}

/* Waits until one of them prints or ends. When nobody reads standard output any more, it ends as a write would. */
static inline void read_processes(processes* all) {
    struct pollfd watched[2 * MAX_PROCESSES + 1] = {{1, 0, 0}};
    uint32_t count = 1;
    for (uint32_t i = 2 * all->first; i < 2 * all->end; ++i, ++count) { /* poll() passes over -1 */
        watched[count].fd = process_of(all, i / 2)->pipe[i % 2];
        watched[count].events = POLLIN;
    }
    if (poll(watched, count, -1) < 0) {
        return;
    }
    if ((watched[0].revents & POLLERR) != 0) {
        stop_processes(all);
        raise(SIGPIPE);
        fail(1, "standard output cannot be written");
    }
    for (uint32_t i = 1; i < count; ++i) {
        uint32_t number = all->first + (i - 1) / 2;
        if (watched[i].revents != 0) {
            read_pipe(all, process_of(all, number), (int)(i - 1) % 2);
        }
    }
}

static inline int has_ended(const process* p) {
    return p->pipe[0] < 0 && p->pipe[1] < 0;
}

/* Does the work of each number in a process of its own, as many at a time as there are cores, and takes their answers
   in order. `what` they are, in the line of progress. */
static inline void ask_all(const char* what, uint32_t count, work_function work, answer_function take, void* context) {
    static processes all;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    all.first = all.end = 0;
    while (all.first < count) {
        while (all.end < count && all.end - all.first < MAX_PROCESSES && all.running < (cores > 1 ? cores : 1)) {
            start_process(&all, work, context);
        }
        read_processes(&all);
        for (process* p; all.first < all.end && has_ended(p = process_of(&all, all.first));) {
            show_progress(what, ++all.first, count);
            if (p->said.status == 2) { /* wrong usage is that of all */
                stop_processes(&all);
                fail(2, "%s", p->said.err.text);
            }
            take(context, all.first - 1, &p->said);
            free(p->said.out.text);
            free(p->said.err.text);
        }
    }
    end_progress();
}

#endif

#endif
