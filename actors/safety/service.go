package safety

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// answerMost is how many bytes a service's answer may have.
const answerMost = 1 << 20

// A Service is asked over HTTP: it is POSTed a [Reply] as JSON and answers with
//
//	{"act": "pass"}
//	{"act": "change", "texts": ["…"], "reason": "…"}
//	{"act": "stop", "reason": "…"}
//
// Any other status than 200 is a failure. Redirects are not followed: nobody is to
// choose where replies, and the token, are sent.
type Service struct {
	URL   string
	Token string // of the header Authorization, as a bearer's; "": none

	client http.Client
}

// NewService returns the checker that asks at that address.
func NewService(url, token string) *Service {
	return &Service{URL: url, Token: token, client: http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Name implements [Checker].
func (*Service) Name() string { return "service" }

// Check implements [Checker].
func (s *Service) Check(ctx context.Context, r Reply) (Answer, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return Answer{}, fmt.Errorf("write the question: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(body))
	if err != nil {
		return Answer{}, errors.New("the address can't be used")
	}
	request.Header.Set("Content-Type", "application/json")
	if s.Token != "" {
		request.Header.Set("Authorization", "Bearer "+s.Token)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return Answer{}, errors.New("it can't be reached") // what net/http says has the address
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return Answer{}, fmt.Errorf("it answered with status %d", response.StatusCode)
	}
	read, err := io.ReadAll(io.LimitReader(response.Body, answerMost+1))
	switch {
	case err != nil:
		return Answer{}, errors.New("its answer broke off")
	case len(read) > answerMost:
		return Answer{}, fmt.Errorf("its answer has more than %d bytes", answerMost)
	}
	return readAnswer(read)
}

// readAnswer reads what a service said. What isn't one of the three is a failure,
// never a pass.
func readAnswer(body []byte) (Answer, error) {
	var said struct {
		Act    string   `json:"act"`
		Texts  []string `json:"texts"`
		Reason string   `json:"reason"`
	}
	if err := json.Unmarshal(body, &said); err != nil {
		return Answer{}, errors.New("its answer is not the JSON that is wanted")
	}
	switch said.Act {
	case "pass":
		return Answer{Why: said.Reason}, nil
	case "stop":
		return Answer{Stop: true, Why: said.Reason}, nil
	case "change":
		if len(said.Texts) == 0 {
			return Answer{}, errors.New("it changes the reply and gives no texts")
		}
		return Answer{Texts: said.Texts, Why: said.Reason}, nil
	}
	return Answer{}, errors.New(`its answer has no act "pass", "change" or "stop"`)
}
