package wire

import (
	"strconv"
	"time"
)

// discordEpoch is what snowflakes count from, in Unix milliseconds.
const discordEpoch = 1420070400000

// Born returns when a snowflake was made; the zero time for another id.
func Born(id string) time.Time {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n < 1<<22 {
		return time.Time{}
	}
	return time.UnixMilli(n>>22 + discordEpoch)
}

// ShardOf returns which of so many shards a guild falls to.
func ShardOf(guild string, of int) int {
	n, err := strconv.ParseInt(guild, 10, 64)
	if err != nil {
		return 0
	}
	return int((n >> 22) % int64(of))
}

// Snowflake returns an id as one made at t is.
func Snowflake(t time.Time) string {
	return strconv.FormatInt((t.UnixMilli()-discordEpoch)<<22, 10)
}

// After returns the id that follows a snowflake; of another id, the id itself.
func After(id string) string {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return id
	}
	return strconv.FormatInt(n+1, 10)
}

// Older reports whether snowflake a was made before b.
func Older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}
