/* The vectors that a build may use, and those that the processor has. */
#ifndef HOLDEM_CORE_COMMON_SIMD_H
#define HOLDEM_CORE_COMMON_SIMD_H

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_AVX2_KERNELS 1
#define AVX2 __attribute__((target("avx2,popcnt")))
#define AVX512 __attribute__((target("avx512f,avx512bw,popcnt")))
static inline int has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"); }
static inline int has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
}
#else
#define HAVE_AVX2_KERNELS 0
static inline int has_avx2(void) { return 0; }
static inline int has_avx512(void) { return 0; }
#endif

#endif
