package app

import (
	"time"

	"familiar/messages"
)

func in(d time.Duration) messages.Instant { return messages.InstantOf(time.Now().Add(d)) }
