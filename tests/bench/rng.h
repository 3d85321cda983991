/* The random numbers of sim/rng.py. */
#include <stdint.h>

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15ull;

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static inline uint64_t fold(uint64_t key, uint64_t x) { return mix((key ^ mix(x + GOLDEN)) + GOLDEN); }

static inline int64_t draw(uint64_t key, uint64_t index, uint64_t n) {
    uint64_t z = mix(key + (index + 1) * GOLDEN), m = (z >> 32) * n, low = m & 0xFFFFFFFFull;
    if (low < n) {
        uint64_t threshold = (0x100000000ull - n) % n;
        while (low < threshold) {
            z = mix(z + GOLDEN);
            m = (z >> 32) * n;
            low = m & 0xFFFFFFFFull;
        }
    }
    return (int64_t)(m >> 32);
}
