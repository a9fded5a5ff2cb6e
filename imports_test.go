package familiar

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "familiar/"

// A layer says what some packages may import; docs/architecture.md draws it.
type layer struct {
	pkg   string   // which packages
	ours  []string // of this module
	other []string // of other modules
	never []string // not even of the standard library
}

// impure is what a decision may not touch: it has no clock, no I/O and no luck
// of its own.
var impure = []string{module + "internal/owner", module + "internal/sleep", "context", "crypto/rand", "log", "log/slog", "math/rand", "math/rand/v2", "net", "net/http", "os", "os/exec", "sync", "sync/atomic", "syscall"}

const (
	hollywood = "github.com/anthdm/hollywood/actor"
	conc      = "github.com/sourcegraph/conc"
	cobra     = "github.com/spf13/cobra"
)

// leaves know nothing of familiar: everybody may import them.
var leaves = []string{"internal/bounds", "internal/compact", "internal/grow", "internal/loopback", "internal/owner", "internal/prefetch", "internal/script", "internal/shorten", "internal/sleep", "messages/because"}

// layers: the first one whose pattern matches a package is its own.
var layers = []layer{
	{pkg: "messages/because", never: impure},
	{pkg: "messages", never: impure},
	{pkg: "policy/schedule", ours: []string{"messages", "policy/deadline", "policy/zone", "internal/fnv", "internal/splitmix"}, other: []string{"github.com/robfig/cron/v3"}, never: impure},
	{pkg: "policy/*", ours: []string{"messages", "policy/*", "internal/fnv", "internal/splitmix"}, other: []string{"golang.org/x/text/*", "golang.org/x/text/*/*"}, never: impure},
	{pkg: "cluster/placement", ours: []string{"internal/fnv", "internal/splitmix"}, never: impure},
	{pkg: "cluster/membership", ours: []string{"cluster/placement", "journal/jetstream/layout"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream"}},
	{pkg: "cluster/sharing", ours: []string{"cluster/membership", "cluster/placement", "journal", "telemetry"}},
	{pkg: "cluster/verbs"},
	{pkg: "cluster/clock", ours: []string{"messages"}},
	{pkg: "cluster/peers", ours: []string{"cluster/verbs", "journal/jetstream/layout"}, other: []string{"github.com/nats-io/nats.go", "github.com/sourcegraph/conc/panics"}},
	{pkg: "journal/seal", ours: []string{"messages"}, other: []string{"golang.org/x/crypto/chacha20poly1305"}},
	{pkg: "journal", ours: []string{"messages", "internal/fnv"}},
	{pkg: "journal/jetstream", ours: []string{"messages", "journal", "journal/audit", "journal/jetstream/*", "journal/seal"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/*", "github.com/nats-io/nats-server/*/*", "github.com/klauspost/compress/s2", "github.com/gofrs/flock", "golang.org/x/sys/*"}},
	{pkg: "journal/jetstream/backup", ours: []string{"journal", "journal/jetstream/store", "journal/jetstream/layout", "journal/jetstream/refill"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream"}},
	{pkg: "journal/jetstream/refill", ours: []string{"journal/jetstream/store", "journal/jetstream/layout"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream"}},
	{pkg: "journal/jetstream/split", ours: []string{"messages", "journal", "journal/jetstream/store", "journal/jetstream/layout", "journal/jetstream/refill"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream"}},
	{pkg: "journal/jetstream/deadletters", ours: []string{"messages", "journal", "journal/seal", "journal/jetstream/store", "journal/jetstream/layout", "journal/jetstream/sealed"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream"}},
	{pkg: "journal/jetstream/embedded", ours: []string{"journal/jetstream/blocks"}, other: []string{"github.com/nats-io/nats-server/*/*", "github.com/gofrs/flock", "golang.org/x/sys/*"}},
	{pkg: "journal/jetstream/ledger", ours: []string{"messages", "journal", "journal/seal", "journal/jetstream/index", "journal/jetstream/store", "journal/jetstream/layout", "journal/jetstream/sealed"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream", "golang.org/x/sync/semaphore"}},
	{pkg: "journal/jetstream/eventlog", ours: []string{"messages", "journal", "journal/seal", "journal/jetstream/embedded", "journal/jetstream/index", "journal/jetstream/store", "journal/jetstream/layout", "journal/jetstream/sealed"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream"}},
	{pkg: "journal/jetstream/index", ours: []string{"messages", "journal", "internal/fnv"}},
	{pkg: "journal/jetstream/layout", ours: []string{"messages"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream"}},
	{pkg: "journal/jetstream/outbox", ours: []string{"messages", "journal", "journal/seal", "journal/jetstream/store", "journal/jetstream/layout", "journal/jetstream/sealed"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream"}},
	{pkg: "journal/jetstream/sealed", ours: []string{"messages", "journal", "journal/seal"}, other: []string{"github.com/klauspost/compress/s2"}},
	{pkg: "journal/jetstream/store", ours: []string{"journal", "journal/jetstream/blocks", "journal/jetstream/embedded", "journal/jetstream/index", "journal/jetstream/layout"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/*", "github.com/nats-io/nats-server/*/*"}},
	{pkg: "journal/jetstream/trail", ours: []string{"messages", "journal", "journal/audit", "journal/jetstream/store", "journal/jetstream/layout"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream"}},
	{pkg: "journal/jetstream/blocks", other: []string{"github.com/klauspost/compress/s2", "github.com/minio/highwayhash"}},
	{pkg: "journal/measured", ours: []string{"messages", "journal", "telemetry"}},
	{pkg: "journal/audit", ours: []string{"messages"}},
	{pkg: "journal/*", ours: []string{"messages", "journal", "internal/fnv"}},
	{pkg: "llm", ours: []string{"messages"}},
	{pkg: "llm/gate", ours: []string{"llm"}, other: []string{"golang.org/x/time/rate"}},
	{pkg: "llm/llmtest/*", ours: []string{"llm", "llm/*"}},
	{pkg: "llm/*", ours: []string{"messages", "llm", "llm/*"}},
	{pkg: "telemetry", ours: []string{"messages", "internal/fnv"}, other: []string{"go.opentelemetry.io/otel/*", "go.opentelemetry.io/otel/*/*", "go.opentelemetry.io/otel/*/*/*", "go.opentelemetry.io/otel/*/*/*/*", "go.opentelemetry.io/contrib/bridges/otelslog", "github.com/prometheus/client_golang/prometheus", "github.com/prometheus/client_golang/prometheus/collectors", "github.com/prometheus/client_golang/prometheus/promhttp"}},
	{pkg: "telemetry/telemetrytest", other: []string{"go.opentelemetry.io/proto/otlp/*/*", "go.opentelemetry.io/proto/otlp/*/*/*", "google.golang.org/protobuf/proto"}},
	{pkg: "actors/host", ours: []string{"messages", "telemetry"}, other: []string{hollywood, conc, conc + "/*"}},
	{pkg: "actors/adapter", ours: []string{"messages", "telemetry", "actors/host"}, other: []string{conc, conc + "/*"}},
	{pkg: "actors/adapter/adaptertest", ours: []string{"messages", "actors/adapter", "internal/await"}},
	{pkg: "actors/adapter/discord", ours: []string{"messages", "actors/adapter", "actors/adapter/discord/*"}, other: []string{"github.com/bwmarrin/discordgo"}},
	{pkg: "actors/adapter/discord/wire"},
	{pkg: "actors/adapter/discord/rest", ours: []string{"actors/adapter"}, other: []string{"github.com/bwmarrin/discordgo"}},
	{pkg: "actors/adapter/discord/gateway", ours: []string{"actors/adapter"}, other: []string{"github.com/bwmarrin/discordgo", "github.com/gorilla/websocket"}},
	{pkg: "actors/adapter/discord/discordtest", ours: []string{"internal/await"}, other: []string{"github.com/gorilla/websocket"}},
	{pkg: "actors/adapter/slack/mrkdwn", ours: []string{"messages", "actors/adapter", "actors/adapter/markdown"}},
	{pkg: "actors/adapter/slack", ours: []string{"messages", "actors/adapter", "actors/adapter/slack/mrkdwn"}, other: []string{"github.com/slack-go/slack", "github.com/slack-go/slack/*", "github.com/gorilla/websocket"}},
	{pkg: "actors/adapter/slack/slacktest", ours: []string{"internal/await"}, other: []string{"github.com/gorilla/websocket"}},
	{pkg: "actors/adapter/feishu/rest", ours: []string{"actors/adapter"}, other: []string{"github.com/larksuite/oapi-sdk-go/*", "github.com/larksuite/oapi-sdk-go/*/*"}},
	{pkg: "actors/adapter/feishu", ours: []string{"messages", "actors/adapter", "actors/adapter/feishu/rest"}, other: []string{"github.com/larksuite/oapi-sdk-go/*", "github.com/larksuite/oapi-sdk-go/*/*", "github.com/larksuite/oapi-sdk-go/*/*/*", "github.com/larksuite/oapi-sdk-go/*/*/*/*", "github.com/gorilla/websocket"}},
	{pkg: "actors/adapter/feishu/feishutest", other: []string{"github.com/larksuite/oapi-sdk-go/*/ws", "github.com/gorilla/websocket"}},
	{pkg: "actors/adapter/telegram/wire", ours: []string{"actors/adapter"}},
	{pkg: "actors/adapter/telegram/entities", ours: []string{"messages", "actors/adapter", "actors/adapter/markdown", "actors/adapter/telegram/wire"}},
	{pkg: "actors/adapter/telegram/rest", ours: []string{"actors/adapter"}},
	{pkg: "actors/adapter/telegram", ours: []string{"messages", "actors/adapter", "actors/adapter/inbound", "actors/adapter/telegram/*"}, other: []string{"golang.org/x/time/rate"}},
	{pkg: "actors/adapter/telegram/telegramtest", ours: []string{"internal/await"}},
	{pkg: "actors/adapter/matrix/wire", ours: []string{"actors/adapter"}},
	{pkg: "actors/adapter/matrix/rest", ours: []string{"actors/adapter"}},
	{pkg: "actors/adapter/matrix/markup", ours: []string{"messages", "actors/adapter", "actors/adapter/markdown"}},
	{pkg: "actors/adapter/matrix", ours: []string{"messages", "actors/adapter", "actors/adapter/matrix/*"}, other: []string{conc + "/pool"}},
	{pkg: "actors/adapter/matrix/matrixtest", ours: []string{"internal/await"}},
	{pkg: "actors/adapter/onebot/wire", ours: []string{"actors/adapter"}},
	{pkg: "actors/adapter/markdown", ours: []string{"actors/adapter"}},
	{pkg: "actors/adapter/inbound", other: []string{"golang.org/x/net/netutil"}},
	{pkg: "actors/adapter/onebot", ours: []string{"messages", "actors/adapter", "actors/adapter/inbound", "actors/adapter/onebot/wire"}, other: []string{"github.com/gorilla/websocket", "golang.org/x/time/rate"}},
	{pkg: "actors/adapter/onebot/onebottest", ours: []string{"internal/await"}, other: []string{"github.com/gorilla/websocket"}},
	{pkg: "actors/adapter/irc", ours: []string{"messages", "actors/adapter"}, other: []string{"github.com/ergochat/irc-go/*"}},
	{pkg: "actors/adapter/bridge", ours: []string{"messages", "actors/adapter", "control/wire"}},
	{pkg: "actors/adapter/bridge/bridgetest"},
	{pkg: "actors/adapter/bridge/trial", ours: []string{"messages", "actors/adapter", "actors/adapter/adaptertest", "actors/adapter/bridge"}},
	{pkg: "actors/adapter/*", ours: []string{"messages", "actors/adapter"}},
	{pkg: "actors/agent/outside", ours: []string{"actors/agent", "llm", "llm/quote"}, other: []string{"github.com/modelcontextprotocol/go-sdk/mcp"}},
	{pkg: "actors/waking", ours: []string{"messages", "journal"}, other: []string{"golang.org/x/time/rate"}},
	{pkg: "actors/partitions", ours: []string{"messages", "journal", "journal/checkpoint", "actors/activity", "actors/retry"}},
	{pkg: "actors/scheduling", ours: []string{"messages", "policy/conversation", "journal"}},
	{pkg: "actors/retry", ours: []string{"journal"}},
	{pkg: "actors/outbox", ours: []string{"messages", "journal", "actors/retry"}},
	{pkg: "actors/erasing", ours: []string{"messages", "policy/*", "journal", "journal/audit", "actors/activity"}},
	{pkg: "actors/explain", ours: []string{"messages", "policy/*", "journal", "actors/activity", "actors/history"}},
	{pkg: "actors/ingest", ours: []string{"messages", "journal", "telemetry"}},
	{pkg: "actors/history", ours: []string{"messages", "policy/conversation", "journal", "actors/adapter"}},
	{pkg: "actors/command", ours: []string{"messages", "policy/conversation", "journal", "actors/adapter"}},
	{pkg: "actors/account", ours: []string{"messages", "policy/conversation", "telemetry", "actors/adapter", "actors/host"}, other: []string{conc, conc + "/*"}},
	{pkg: "actors/safety", ours: []string{"messages", "policy/finish", "llm", "llm/answer"}, other: []string{"golang.org/x/text/unicode/norm"}},
	{pkg: "actors/monitor", ours: []string{"messages", "messages/because", "policy/*", "llm", "llm/*", "telemetry", "actors/question"}},
	{pkg: "actors/vectors", ours: []string{"messages"}},
	{pkg: "actors/learner", ours: []string{"messages", "policy/*", "llm", "llm/*", "actors/question"}},
	{pkg: "actors/*", ours: []string{"messages", "policy/*", "journal", "llm", "llm/*", "telemetry", "actors/host"}, other: []string{conc, conc + "/*"}},
	{pkg: "lab/virtual", ours: []string{"messages", "policy/conversation"}},
	{pkg: "lab/community", ours: []string{"messages", "policy/*", "lab/corpus", "lab/fit", "lab/virtual", "internal/fnv", "internal/splitmix"}},
	{pkg: "lab/replay", ours: []string{"messages", "policy/*", "config", "journal", "llm", "lab/corpus", "lab/fit", "lab/score", "lab/virtual", "internal/fnv", "internal/splitmix"}},
	{pkg: "lab/report", ours: []string{"messages", "policy/why", "lab/*", "control/page", "internal/markup"}},
	{pkg: "lab/eval", ours: []string{"messages", "policy/*", "config", "lab/*", "internal/fnv", "internal/splitmix"}},
	{pkg: "lab/experiment", ours: []string{"messages", "policy/*", "journal", "internal/splitmix"}},
	{pkg: "lab/tune", ours: []string{"messages", "policy/*", "config", "config/document", "llm", "lab/replay", "lab/corpus", "lab/score", "lab/fit", "lab/chart", "internal/markup"}},
	{pkg: "lab/live", ours: []string{"messages", "policy/conversation", "journal", "lab/*"}},
	{pkg: "lab/load", ours: []string{"lab/load/*"}},
	{pkg: "lab/load/scripted", ours: []string{"lab/load", "llm", "llm/quote"}},
	{pkg: "lab/load/flame", ours: []string{"internal/markup"}, other: []string{"github.com/google/pprof/profile"}},
	{pkg: "lab/importer", ours: []string{"messages", "journal", "lab/corpus", "lab/importer/irclog"}},
	{pkg: "lab/importer/irclog", ours: []string{"messages"}},
	{pkg: "lab/chart", ours: []string{"internal/markup"}},
	{pkg: "lab/load/*", ours: []string{"lab/load", "lab/load/*"}},
	{pkg: "lab/*", ours: []string{"messages", "policy/*", "config", "journal", "llm", "lab/*"}},
	{pkg: "conformance/recorded"},
	{pkg: "conformance", ours: []string{"messages", "policy/*", "config", "journal", "llm"}},
	{pkg: "control", ours: []string{"messages", "journal", "journal/audit", "control/*"}, other: []string{"github.com/modelcontextprotocol/go-sdk/mcp", "github.com/google/jsonschema-go/jsonschema", "golang.org/x/time/rate"}},
	{pkg: "control/page"},
	{pkg: "control/wire"},
	{pkg: "control/feed", ours: []string{"messages", "journal"}},
	{pkg: "control/past", ours: []string{"messages", "journal", "control/wire"}},
	{pkg: "control/access", ours: []string{"messages", "control/wire"}},
	{pkg: "demo", ours: []string{"messages", "policy/conversation", "internal/fnv"}},
	{pkg: "demo/screen", ours: []string{"messages"}},
	{pkg: "config", ours: []string{"messages", "policy/*", "actors/adapter/inbound", "actors/agent", "actors/monitor", "config/*", "control", "control/access", "examples", "journal", "llm", "llm/anthropic", "llm/gate", "llm/openai", "telemetry"}, other: []string{"github.com/pelletier/go-toml/v2", "github.com/pelletier/go-toml/v2/*"}},
	{pkg: "examples"},
	{pkg: "examples/bridge/*"},
	{pkg: "config/document", other: []string{"github.com/pelletier/go-toml/v2", "github.com/pelletier/go-toml/v2/*"}},
	{pkg: "bench"},
	{pkg: "bench/curves", ours: []string{"lab/chart"}},
	{pkg: "bench/reference", ours: []string{"messages"}, other: []string{"golang.org/x/text/*"}},
	{pkg: "bench/stages", other: []string{"github.com/google/pprof/profile"}},
	{pkg: "card", never: impure},
	{pkg: "internal/fnv"},
	{pkg: "internal/splitmix"},
	{pkg: "internal/await"},
	{pkg: "internal/natstest", ours: []string{"internal/await", "internal/long", "journal/journaltest"}, other: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/*", "github.com/nats-io/nats-server/*/*"}},
	{pkg: "internal/bounds", never: impure},
	{pkg: "internal/compact", never: impure},
	{pkg: "internal/grow", never: impure},
	{pkg: "internal/loopback", never: impure},
	{pkg: "internal/owner"},
	{pkg: "internal/prefetch", never: impure},
	{pkg: "internal/shorten", never: impure},
	{pkg: "internal/sleep"},
	{pkg: "internal/browser", ours: []string{"internal/await", "internal/long"}, other: []string{"github.com/chromedp/chromedp", "github.com/chromedp/cdproto/*"}},
	{pkg: "internal/long"},
	{pkg: "internal/npmtest", ours: []string{"internal/long"}},
	{pkg: "internal/markup"},
	{pkg: "internal/cast", ours: []string{"internal/markup"}},
	{pkg: "internal/markup/markuptest", other: []string{"golang.org/x/net/html"}},
	{pkg: "internal/site", other: []string{"github.com/yuin/goldmark", "github.com/yuin/goldmark/*"}},
	{pkg: "internal/*", ours: []string{"*", "*/*", "*/*/*"}},
	{pkg: "app", ours: []string{"messages", "policy/*", "config", "cluster/clock", "cluster/verbs", "journal", "journal/*", "llm", "llm/*", "telemetry", "actors/*", "app/*"}},
	{pkg: "app/models", ours: []string{"messages", "messages/because", "policy/conversation", "config", "llm", "llm/*", "telemetry", "actors/agent", "actors/agent/outside", "actors/monitor", "actors/safety"}},
	{pkg: "app/settings", ours: []string{"messages", "policy/*", "config", "journal", "app/models", "actors/account", "actors/activity", "actors/retry"}},
	{pkg: "cmd/familiar/command", ours: []string{"messages", "config", "config/document", "journal/audit", "journal/jetstream", "policy/conversation"}, other: []string{cobra, cobra + "/doc", "github.com/spf13/pflag", "charm.land/lipgloss/v2", "github.com/charmbracelet/x/term", "golang.org/x/sys/*"}},
	{pkg: "cmd/familiar/console/board", ours: []string{"messages", "control", "demo/screen", "cmd/familiar/command"}, other: []string{"charm.land/bubbletea/v2", "charm.land/lipgloss/v2"}},
	{pkg: "cmd/familiar/diagnosis", ours: []string{"messages", "journal", "cmd/familiar/command"}, never: impure},
	{pkg: "cmd/familiar/lab/loading", ours: []string{"actors/budget", "app", "config", "control", "journal", "journal/memory", "lab/load", "lab/load/*", "messages", "actors/adapter", "actors/adapter/web", "cmd/familiar/command", "cmd/familiar/process"}},
	{pkg: "cmd/familiar/entry", ours: []string{"cmd/familiar/*"}, other: []string{cobra}},
	{pkg: "cmd/familiar/*", ours: []string{"*", "*/*", "actors/*/*", "actors/adapter/bridge/trial", "lab/*/*", "llm/*/*", "cmd/familiar/command", "cmd/familiar/process", "cmd/familiar/diagnosis", "cmd/familiar/console/board", "cmd/familiar/lab/loading"}, other: []string{cobra, "github.com/fsnotify/fsnotify", "charm.land/bubbletea/v2", "charm.land/lipgloss/v2"}},
	{pkg: "cmd/*", ours: []string{"cmd/*/*"}, other: []string{cobra}},
}

// TestImports keeps the tree readable as the architecture: policy is pure,
// adapters know no actors, only host knows the engine, only app and cmd know
// everybody.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
			GoFiles    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name, inside := strings.CutPrefix(p.ImportPath, module)
		if !inside || len(p.GoFiles) == 0 {
			continue
		}
		i := slices.IndexFunc(layers, func(l layer) bool { return match(l.pkg, name) })
		if i < 0 {
			t.Errorf("%s stands in no layer: add it to the table", name)
			continue
		}
		for _, imp := range p.Imports {
			if !layers[i].allows(imp) {
				t.Errorf("%s may not import %s", name, imp)
			}
		}
	}
}

func (l layer) allows(imp string) bool {
	if matchAny(l.never, imp) {
		return false
	}
	if own, isOwn := strings.CutPrefix(imp, module); isOwn {
		return matchAny(leaves, own) || matchAny(l.ours, own)
	}
	if first, _, _ := strings.Cut(imp, "/"); strings.Contains(first, ".") {
		return matchAny(l.other, imp)
	}
	return true
}

// TestActorsImportNoActor: actors meet in app only.
func TestActorsImportNoActor(t *testing.T) {
	for _, l := range layers {
		if strings.HasPrefix(l.pkg, "actors/") && l.pkg != "actors/adapter/adaptertest" && matchAny(l.ours, "actors/channel") {
			t.Errorf("layer %s may import an actor", l.pkg)
		}
	}
}

// TestPolicyHasNoClock: a decision depends on what it is given, never on when
// or how luckily it is asked.
func TestPolicyHasNoClock(t *testing.T) {
	files, err := filepath.Glob("policy/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	placement, err := filepath.Glob("cluster/placement/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, placement...)
	if len(files) == 0 {
		t.Fatal("found no policy")
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clock, n.Sel.Name) {
					t.Errorf("%s reads the clock: time.%s", file, n.Sel.Name)
				}
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine", file)
			}
			return true
		})
	}
}

var clock = []string{"Now", "Since", "Until", "After", "AfterFunc", "Sleep", "NewTimer", "NewTicker", "Tick"}

func match(pattern, name string) bool {
	ok, _ := path.Match(pattern, name)
	return ok
}

func matchAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return match(p, name) })
}
