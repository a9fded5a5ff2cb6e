package wire_test

import (
	"bufio"
	"encoding/json"
	"os/exec"
	"regexp"
	"testing"

	"familiar/internal/npmtest"
	"familiar/llm"
)

const aimock = "@copilotkit/aimock@1.43.0"

// aimockScript answers one user message with text and a call. Port 0 is any
// free one; the address is its first line of output.
const aimockScript = `
import { LLMock } from "@copilotkit/aimock";
const mock = new LLMock({ port: 0 });
mock.onMessage("weather", { content: "Let me look.", toolCalls: [{ name: "get_weather", arguments: { city: "Dover" } }] });
await mock.start();
console.log(mock.url);
`

// TestAimock has both clients read the answers of a mock that others wrote.
func TestAimock(t *testing.T) {
	address := startAimock(t)
	asked := llm.Request{
		Messages: []llm.Message{{Role: llm.User, Text: "weather"}},
		Tools:    []llm.Tool{{Name: "get_weather", Schema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}}}`)}},
	}
	over(t, func(t *testing.T, client func(string) llm.Model) {
		got := generate(t.Context(), client(address), asked)
		if got.err != nil || got.text != "Let me look." || len(got.calls) != 1 || len(got.usage) != 1 {
			t.Fatalf("got %+v, want text, a call and usage", got)
		}
		if call := got.calls[0]; call.Name != "get_weather" || string(call.Arguments) != `{"city":"Dover"}` || call.ID == "" {
			t.Errorf("got call %+v, want get_weather of Dover", call)
		}
	})
}

// startAimock returns the address of a running mock.
func startAimock(t *testing.T) string {
	t.Helper()
	at := npmtest.Install(t, aimock)
	node := exec.CommandContext(t.Context(), "node", "--input-type=module", "--eval", aimockScript)
	node.Dir = at
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	node.Stderr = t.Output()
	if err := node.Start(); err != nil {
		t.Skipf("aimock: node: %v", err)
	}
	t.Cleanup(func() {
		_ = node.Process.Kill()
		_ = node.Wait() // it was killed: its status says nothing
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if address := regexp.MustCompile(`http://[\w.:]+`).FindString(lines.Text()); address != "" {
			return address
		}
	}
	t.Fatal("aimock: it ended without telling its address")
	return ""
}
