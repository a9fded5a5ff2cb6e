package main

import (
	"bytes"
	"net/http/httptest"
	"strings"
	"testing"

	"familiar/actors/adapter/bridge/bridgetest"
	"familiar/actors/adapter/bridge/trial"
	"familiar/cmd/familiar/command"
)

// TestBridgeTest: whoever writes a bridge is told what it does right and wrong.
func TestBridgeTest(t *testing.T) {
	stage := &bridgetest.Stage{Me: "b-aria", Can: bridgetest.All}
	server := httptest.NewServer(stage)
	t.Cleanup(server.Close)
	bridgeTest := func(args ...string) (code int, says string) {
		var out bytes.Buffer
		code = run(t.Context(), append([]string{"bridge", "test"}, args...), command.Streams{Out: &out, Err: &out})
		return code, out.String()
	}
	code, says := bridgeTest(server.URL)
	if code != 0 || strings.Count(says, "ok       ") != len(trial.Stories())-1 || !strings.Contains(says, "left out it ends when its key is revoked: ") {
		t.Errorf("exit code %d, it says\n%s", code, says)
	}
	stage.Can = []string{"proof"}
	if code, says := bridgeTest(server.URL, "--only", "edit", "--only", "changes what"); code != 0 || says != "left out it changes what it posted, if it can: no Editor\nall is as it should be; stories: 1, left out: 1\n" {
		t.Errorf("exit code %d, it says\n%s", code, says)
	}
	server.Close()
	if code, says := bridgeTest(server.URL, "--only", "knows who"); code != command.ExitFailure || !strings.Contains(says, "wrong    it knows who it is\n         \"the stage doesn't answer: ") || !strings.Contains(says, "1 of 1 stories went wrong") {
		t.Errorf("exit code %d, it says\n%s", code, says)
	}
	for arg, want := range map[string]string{"moth": "want its address", "http://x --listen=1": "want host:port", "http://x --only=zz": "no story has these words"} {
		if code, says := bridgeTest(strings.Fields(arg)...); code == 0 || !strings.Contains(says, want) {
			t.Errorf("%s: exit code %d, it says %s", arg, code, says)
		}
	}
}
