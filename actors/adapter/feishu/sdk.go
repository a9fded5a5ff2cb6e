package feishu

import (
	"context"
)

// silent is the SDK's logger: what it writes holds what people said, and what
// matters comes back as an error.
type silent struct{}

func (silent) Debug(context.Context, ...any) {}
func (silent) Info(context.Context, ...any)  {}
func (silent) Warn(context.Context, ...any)  {}
func (silent) Error(context.Context, ...any) {}
