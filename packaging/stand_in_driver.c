/* SPDX-License-Identifier: MIT
 * A libcuda.so.1 that knows no GPU, to try whether the program finds the driver of a host. It says on standard error from
 * where it was loaded, and asks the loader for the same parts of the C library as NVIDIA's does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { success = 0, no_device = 100 };

__attribute__((constructor)) static void say_where(void) {
    Dl_info here;
    if (dladdr((void*)say_where, &here)) fprintf(stderr, "stand-in driver loaded from %s\n", here.dli_fname);
}

static int refuse(void) { return no_device; }

int cuDriverGetVersion(int* version) {
    *version = 13000;
    return success;
}

int cuInit(unsigned flags) {
    (void)flags;
    return no_device;
}

int cuGetProcAddress_v2(const char* name, void** function, int version, unsigned long flags, int* status) {
    (void)version, (void)flags;
    *function = (void*)refuse;
    if (!strcmp(name, "cuDriverGetVersion")) *function = (void*)cuDriverGetVersion;
    if (!strcmp(name, "cuInit")) *function = (void*)cuInit;
    if (!strncmp(name, "cuGetProcAddress", 16)) *function = (void*)cuGetProcAddress_v2;
    if (status) *status = 0;
    return success;
}

int cuGetProcAddress(const char* name, void** function, int version, unsigned long flags) {
    return cuGetProcAddress_v2(name, function, version, flags, 0);
}
