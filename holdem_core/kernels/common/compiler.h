/* What compilers are told, each in its own words. */
#ifndef HOLDEM_CORE_COMMON_COMPILER_H
#define HOLDEM_CORE_COMMON_COMPILER_H

#if defined(__GNUC__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NEVER_INLINE static __attribute__((noinline))
#define RESTRICT __restrict
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#elif defined(_MSC_VER)
#define ALWAYS_INLINE static __forceinline
#define NEVER_INLINE static __declspec(noinline)
#define RESTRICT __restrict
#define UNLIKELY(condition) (condition)
#else
#define ALWAYS_INLINE static inline
#define NEVER_INLINE static
#define RESTRICT
#define UNLIKELY(condition) (condition)
#endif

/* GCC makes no vectors of a short loop that it has unrolled. */
#if defined(__GNUC__) && !defined(__clang__)
#define KEEP_ROLLED _Pragma("GCC unroll 1")
#else
#define KEEP_ROLLED
#endif

#endif
