package feishu

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"familiar/actors/adapter"

	lark "github.com/larksuite/oapi-sdk-go/v3"
	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
)

// rest is the network's REST interface as one app. It keeps the app's token
// itself: the SDK's cache is one for the whole process, by app id, and would
// hide that the secret is wrong.
type rest struct {
	config Config
	client *lark.Client
	files  *http.Client // for what is read as it comes

	mu      sync.Mutex // of the token; held while one is fetched
	token   string
	expires time.Time
}

const (
	// answerLimit is the longest answer that is read, in bytes. The SDK reads
	// answers whole.
	answerLimit = 8 << 20
	// requestTimeout is for one request of the SDK.
	requestTimeout = 15 * time.Second
)

func newClient() *http.Client { return adapter.NewClient(requestTimeout, answerLimit) }

func newRest(c Config) *rest {
	return &rest{config: c, files: adapter.NewFileClient(), client: lark.NewClient(c.AppID, string(c.AppSecret),
		lark.WithOpenBaseUrl(strings.TrimRight(c.URL, "/")),
		lark.WithHttpClient(newClient()),
		lark.WithEnableTokenCache(false),
		lark.WithLogger(silent{}))}
}

// A request is one call. Path may hold ":name", filled from Params.
type request struct {
	method, path string
	params       larkcore.PathParams
	query        larkcore.QueryParams
	body         any
}

// call makes a request and decodes "data" of the answer, or for want of it
// the whole answer, into out; nil: it isn't looked at. An answer that is an
// error is an [*apiError]; any other error says that nobody knows what
// became of the request, or, wrapping errNotSent, that it never left. A
// token the network no longer takes is fetched anew, once.
func (r *rest) call(ctx context.Context, req request, out any) error {
	token, err := r.bearer(ctx)
	if err != nil {
		return err
	}
	err = r.try(ctx, req, token, out)
	if refusal, ok := errors.AsType[*apiError](err); !ok || !staleToken[refusal.code] {
		return err
	}
	r.forget(token)
	if token, err = r.bearer(ctx); err != nil {
		return err
	}
	return r.try(ctx, req, token, out)
}

func (r *rest) try(ctx context.Context, req request, token string, out any) error {
	resp, err := r.client.Do(ctx, &larkcore.ApiReq{
		HttpMethod: req.method, ApiPath: req.path, Body: req.body, PathParams: req.params, QueryParams: req.query,
		SupportedAccessTokenTypes: []larkcore.AccessTokenType{larkcore.AccessTokenTypeTenant},
	}, larkcore.WithTenantAccessToken(token))
	if err != nil {
		return lost(req.path, err)
	}
	if err := refusalOf(req.path, resp.StatusCode, resp.Header, resp.RawBody); err != nil || out == nil {
		return err
	}
	var answer struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(resp.RawBody, &answer); err != nil {
		return fmt.Errorf("%s: an answer in an unknown form: %w", req.path, err)
	}
	if len(answer.Data) == 0 {
		answer.Data = resp.RawBody
	}
	if err := json.Unmarshal(answer.Data, out); err != nil {
		return fmt.Errorf("%s: an answer in an unknown form: %w", req.path, err)
	}
	return nil
}

// refusalOf returns the [*apiError] an answer is; nil: it says yes.
func refusalOf(path string, status int, header http.Header, text []byte) error {
	var answer struct {
		Code int    `json:"code"`
		Msg  string `json:"msg"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return &apiError{path: path, status: status, msg: "an answer that is no JSON", reset: reset(header)}
	}
	if answer.Code == 0 && status == http.StatusOK {
		return nil
	}
	return &apiError{path: path, status: status, code: answer.Code, msg: answer.Msg, reset: reset(header)}
}

// reset returns the pause an answer asks for, 0 if it names none.
func reset(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("x-ogw-ratelimit-reset"))
	if err != nil || seconds < 0 {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, time.Hour)
}

// tokenMargin is how long before its end a token is renewed.
const tokenMargin = 5 * time.Minute

// bearer returns the app's token. An error of the network wraps what
// [*apiError] says, such as that the secret is wrong.
func (r *rest) bearer(ctx context.Context) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.token != "" && time.Now().Before(r.expires) {
		return r.token, nil
	}
	const path = larkcore.TenantAccessTokenInternalUrlPath
	resp, err := r.client.GetTenantAccessTokenBySelfBuiltApp(ctx, &larkcore.SelfBuiltTenantAccessTokenReq{
		AppID: r.config.AppID, AppSecret: string(r.config.AppSecret),
	})
	switch {
	case err != nil: // nothing was asked for yet
		return "", fmt.Errorf("%w: %w", errNotSent, lost(path, err))
	case resp.Code != 0 || resp.StatusCode >= http.StatusBadRequest:
		return "", &apiError{path: path, status: resp.StatusCode, code: resp.Code, msg: resp.Msg, reset: reset(resp.Header), token: true}
	}
	r.token = resp.TenantAccessToken
	r.expires = time.Now().Add(max(time.Duration(resp.Expire)*time.Second-tokenMargin, time.Minute))
	return r.token, nil
}

// forget drops a token the network no longer takes.
func (r *rest) forget(token string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.token == token {
		r.token = ""
	}
}
