/* The vectors that a build may use, those that the processor has, and kernels compiled for both. */
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

/* A kernel compiled twice, name_plain for every processor and name_avx2 for those with AVX2; the body comes last. */
#if HAVE_AVX2_KERNELS
#define COMPILE_TWICE(result, name, parameters, ...)                                                                   \
    static result name##_plain parameters { __VA_ARGS__; }                                                             \
    AVX2 static result name##_avx2 parameters { __VA_ARGS__; }
#else
#define COMPILE_TWICE(result, name, parameters, ...)                                                                   \
    static result name##_plain parameters { __VA_ARGS__; }                                                             \
    static result(*const name##_avx2) parameters = name##_plain;
#endif

#endif
