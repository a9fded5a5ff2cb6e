package rest

import (
	"context"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
)

// Silent is the SDK's logger: what it writes holds what people said, and what
// matters comes back as an error.
var Silent larkcore.Logger = silent{}

type silent struct{}

func (silent) Debug(context.Context, ...any) {}
func (silent) Info(context.Context, ...any)  {}
func (silent) Warn(context.Context, ...any)  {}
func (silent) Error(context.Context, ...any) {}
