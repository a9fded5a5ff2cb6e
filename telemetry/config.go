package telemetry

import (
	"cmp"
	"net/url"
	"os"
	"strconv"
	"strings"

	"familiar/internal/bounds"
)

// Protocols of an OTLP collector.
const (
	HTTP = "http"
	GRPC = "grpc"
)

// Config has the knobs. What it leaves open the OTEL_ variables say, as
// OpenTelemetry defines them: OTEL_EXPORTER_OTLP_ENDPOINT, _PROTOCOL, _HEADERS
// and the like, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_SDK_DISABLED
// and OTEL_TRACES_EXPORTER,
// OTEL_METRICS_EXPORTER or OTEL_LOGS_EXPORTER = none.
type Config struct {
	Endpoint string  `toml:"endpoint"` // of an OTLP collector, such as http://127.0.0.1:4318; default "": what OTEL_EXPORTER_OTLP_ENDPOINT says, and nothing is sent without either
	Protocol string  `toml:"protocol"` // http or grpc; default "": what OTEL_EXPORTER_OTLP_PROTOCOL says, and without that http
	Sample   float64 `toml:"sample"`   // share of lines traced though nobody speaks because of them, 0 to 1; default 0.01; OTEL_TRACES_SAMPLER_ARG outranks it. Questions and turns always are
	Content  bool    `toml:"content"`  // spans hold what models were shown and wrote; default false
	Scrape   bool    `toml:"scrape"`   // /metrics beside the page, for Prometheus; default true
	Recent   int     `toml:"recent"`   // traces kept in memory for the page, up to 10000; default 200; 0: none
	Link     string  `toml:"link"`     // where the page sends for a trace, such as http://127.0.0.1:16686/trace/{trace}; default "": nowhere
}

// Default returns the defaults.
func Default() Config { return Config{Sample: 0.01, Scrape: true, Recent: 200} }

// Validate says which knobs are out of bounds.
func (c Config) Validate() error {
	return bounds.Check(
		bounds.Must(c.Endpoint == "" || isEndpoint(c.Endpoint), "endpoint = %q: want http://HOST:PORT or https://HOST:PORT", c.Endpoint),
		bounds.Either("protocol", c.Protocol, HTTP, GRPC, "").Want("%s or %s", HTTP, GRPC),
		bounds.Between("sample", c.Sample, 0, 1),
		bounds.Within("recent", c.Recent, 0, 10_000),
		bounds.Must(c.Link == "" || isLink(c.Link), "link = %q: want an address of http or https with {trace} in it", c.Link),
	)
}

func isEndpoint(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	n, err := strconv.ParseUint(u.Port(), 10, 16)
	return u.Port() == "" || err == nil && n > 0
}

// traceMark stands in a link for a trace's id.
const traceMark = "{trace}"

func isLink(text string) bool {
	u, err := url.Parse(strings.ReplaceAll(text, traceMark, "0"))
	return err == nil && u.Hostname() != "" && (u.Scheme == "http" || u.Scheme == "https") && strings.Contains(text, traceMark)
}

// LinkTo returns where a trace can be looked at; "": nowhere.
func (c Config) LinkTo(trace string) string { return strings.ReplaceAll(c.Link, traceMark, trace) }

// sends reports whether a signal, "TRACES", "METRICS" or "LOGS", has a
// collector.
func (c Config) sends(signal string) bool {
	if strings.EqualFold(os.Getenv("OTEL_"+signal+"_EXPORTER"), "none") {
		return false
	}
	return c.Endpoint != "" || os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT") != ""
}

// protocol returns how a signal is sent.
func (c Config) protocol(signal string) string {
	said := cmp.Or(c.Protocol, os.Getenv("OTEL_EXPORTER_OTLP_"+signal+"_PROTOCOL"), os.Getenv("OTEL_EXPORTER_OTLP_PROTOCOL"))
	if said == GRPC {
		return GRPC
	}
	return HTTP
}

// sample returns the share of observed lines that are traced.
func (c Config) sample() float64 {
	switch sampler := os.Getenv("OTEL_TRACES_SAMPLER"); {
	case strings.HasSuffix(sampler, "always_on"):
		return 1
	case strings.HasSuffix(sampler, "always_off"):
		return 0
	case strings.HasSuffix(sampler, "traceidratio"):
		if share, err := strconv.ParseFloat(os.Getenv("OTEL_TRACES_SAMPLER_ARG"), 64); err == nil && share >= 0 && share <= 1 {
			return share
		}
	}
	return c.Sample
}
