// Package rest asks the REST interface of Feishu or Lark as one app, through the
// Lark SDK: it keeps the app's token and says of an error what is known of the
// request. It knows the network's error codes, and no message; paths and bodies
// are the caller's.
package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"familiar/actors/adapter"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
)

// A Client is the network's REST interface as one app. It keeps the app's token
// itself: the SDK's cache is one for the whole process, by app id, and would
// hide that the secret is wrong. It asks by the SDK's core: its lark.Client has
// every interface of the network, which the program then holds though nobody
// calls them.
type Client struct {
	config Config
	core   *larkcore.Config
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

// NewHTTPClient returns what the SDK asks by, also for the long connection.
func NewHTTPClient() *http.Client { return adapter.NewClient(requestTimeout, answerLimit) }

// A Config says where the interface is, and as which app it is asked.
type Config struct {
	AppID  string
	Secret adapter.Secret
	URL    string
}

// Open makes a client. It asks for nothing yet.
func Open(c Config) *Client {
	return &Client{config: c, files: adapter.NewFileClient(), core: &larkcore.Config{
		AppId: c.AppID, AppSecret: string(c.Secret), AppType: larkcore.AppTypeSelfBuilt,
		BaseUrl: strings.TrimRight(c.URL, "/"), HttpClient: NewHTTPClient(),
		Logger: Silent, Serializable: &larkcore.DefaultSerialization{},
	}}
}

// A Request is one call. Path may hold ":name", filled from Params.
type Request struct {
	Method, Path string
	Params       larkcore.PathParams
	Query        larkcore.QueryParams
	Body         any
}

// Call makes a request and decodes "data" of the answer, or for want of it
// the whole answer, into out; nil: it isn't looked at. What an error says of
// the request tell [Outcome], [Unclear] and the others. A token the network no
// longer takes is fetched anew, once.
func (r *Client) Call(ctx context.Context, req Request, out any) error {
	token, err := r.bearer(ctx)
	if err != nil {
		return err
	}
	if err = r.try(ctx, req, token, out); !isStale(err) {
		return err
	}
	r.forget(token)
	if token, err = r.bearer(ctx); err != nil {
		return err
	}
	return r.try(ctx, req, token, out)
}

// Download opens a file; what stands for its address in errors. It doesn't go
// through the SDK, which would read a file whole before anybody could say that it
// is too long. A token the network no longer takes is fetched anew, once.
func (r *Client) Download(ctx context.Context, what, address string) (io.ReadCloser, error) {
	body, err := r.open(ctx, what, address)
	if isStale(err) {
		body, err = r.open(ctx, what, address)
	}
	return body, err
}

func (r *Client) open(ctx context.Context, what, address string) (io.ReadCloser, error) {
	token, err := r.bearer(ctx)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(r.config.URL, "/")+address, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := r.files.Do(req)
	if err != nil {
		return nil, lost(what, err)
	}
	if resp.StatusCode == http.StatusOK {
		return resp.Body, nil
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if err != nil {
		return nil, lost(what, err)
	}
	if err = refusalOf(what, resp.StatusCode, resp.Header, text); isStale(err) {
		r.forget(token)
	}
	return nil, err
}

func (r *Client) try(ctx context.Context, req Request, token string, out any) error {
	resp, err := larkcore.Request(ctx, &larkcore.ApiReq{
		HttpMethod: req.Method, ApiPath: req.Path, Body: req.Body, PathParams: req.Params, QueryParams: req.Query,
		SupportedAccessTokenTypes: []larkcore.AccessTokenType{larkcore.AccessTokenTypeTenant},
	}, r.core, larkcore.WithTenantAccessToken(token))
	if err != nil {
		return lost(req.Path, err)
	}
	if err := refusalOf(req.Path, resp.StatusCode, resp.Header, resp.RawBody); err != nil || out == nil {
		return err
	}
	var answer struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(resp.RawBody, &answer); err != nil {
		return fmt.Errorf("%s: an answer in an unknown form: %w", req.Path, err)
	}
	if len(answer.Data) == 0 {
		answer.Data = resp.RawBody
	}
	if err := json.Unmarshal(answer.Data, out); err != nil {
		return fmt.Errorf("%s: an answer in an unknown form: %w", req.Path, err)
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

// bearer returns the app's token. An error of the network says why there is
// none, such as that the secret is wrong.
func (r *Client) bearer(ctx context.Context) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.token != "" && time.Now().Before(r.expires) {
		return r.token, nil
	}
	const path = larkcore.TenantAccessTokenInternalUrlPath
	resp, err := larkcore.Request(ctx, &larkcore.ApiReq{
		HttpMethod: http.MethodPost, ApiPath: path,
		Body:                      &larkcore.SelfBuiltTenantAccessTokenReq{AppID: r.config.AppID, AppSecret: string(r.config.Secret)},
		SupportedAccessTokenTypes: []larkcore.AccessTokenType{larkcore.AccessTokenTypeNone},
	}, r.core)
	var answer larkcore.TenantAccessTokenResp
	if err == nil {
		err = json.Unmarshal(resp.RawBody, &answer)
	}
	switch {
	case err != nil: // nothing was asked for yet
		return "", fmt.Errorf("%w: %w", errNotSent, lost(path, err))
	case answer.Code != 0 || resp.StatusCode >= http.StatusBadRequest:
		return "", &apiError{path: path, status: resp.StatusCode, code: answer.Code, msg: answer.Msg, reset: reset(resp.Header), token: true}
	}
	r.token = answer.TenantAccessToken
	r.expires = time.Now().Add(max(time.Duration(answer.Expire)*time.Second-tokenMargin, time.Minute))
	return r.token, nil
}

// forget drops a token the network no longer takes.
func (r *Client) forget(token string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.token == token {
		r.token = ""
	}
}
