SIMD: str
WITH_AVX2: bool
AVAILABLE: dict[str, bool]
AVX2_BUILT: bool
