package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/config/document"
)

// sound is the smallest file without problem or warning; the tables add to it.
const sound = `[familiars.aria]
persona = "kind"
[[channels]]
match = "terminal:*"
familiars = ["aria"]
`

// remote begins the table of a model that lacks a key; local is one that needs
// none, and more may be said of it.
const (
	rule   = "[[channels]]\nmatch = \"terminal:*\"\nfamiliars = [\"aria\"]\n[familiars.aria]\npersona = \"x\"\n"
	remote = rule + "[models.a]\nkind = \"openai\"\nmodel = \"m\"\n"
	local  = remote + "url = \"http://127.0.0.1:11434/v1\"\n"
)

// token returns sound with a token more.
func token(name, file, scopes string) string {
	return fmt.Sprintf("%s[[control.tokens]]\nname = %q\nsecret = \"file:%s\"\nscopes = [%s]\n", sound, name, file, scopes)
}

// load writes text to a folder of its own, which has some keys, and loads it.
func load(t *testing.T, text string) (*Config, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "f.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, secret := range map[string]string{"bridge.key": "0123456789abcdef", "other.key": "fedcba9876543210", "short.key": "0123"} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(file), name), []byte(secret), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Load(file)
	if problems, ok := errors.AsType[document.Problems](err); ok { // the folder's name says nothing
		for i := range problems {
			problems[i].File = filepath.Base(problems[i].File)
			problems[i].Message = strings.ReplaceAll(problems[i].Message, filepath.Dir(file)+"/", "")
		}
	}
	return c, err
}

func TestLoadRefuses(t *testing.T) {
	for _, tt := range []struct{ story, text, want string }{
		// The file.
		{"an empty file", "", "f.toml: familiars: there is no familiar: want a table [familiars.NAME]"},
		{"not TOML", sound + "log = {", "f.toml:6: "},
		{"text without quotes", sound + "[log]\nlevel = info", "f.toml:7: level: want text in quotes, a number, true or false"},
		{"a name without quotes", sound + "[familiars.zed]\nname = Zed # a bot", "f.toml:7: name: want text in quotes, a number, true or false"},
		{"a duration without quotes", sound + "[agent]\ntimeout = 90s", "f.toml:7: timeout: want text in quotes, a number, true or false"},
		{"an address without quotes", sound + "[control]\nlisten = 127.0.0.1:7077", "f.toml:7: listen: want text in quotes, a number, true or false"},
		{"a name without quotes in a list", "[[channels]]\nfamiliars = [aria]", "f.toml:2: familiars: want text in quotes, a number, true or false"},
		{"a key without a value", "data =\r\n" + sound, "f.toml:1: data: want text in quotes, a number, true or false"},
		{"text that ends too early", "data = 'it''s'\n" + sound, "f.toml:1: expected newline but got"},
		{"a key given twice", sound + "match = \"terminal:a\"", "f.toml:6: "},
		{"a file in another encoding", sound + "# caf\xe9", "f.toml:6: not UTF-8: save the file as UTF-8"},

		// Keys that don't exist, at each level.
		{"an unknown key at the top", "dta = 1\n" + sound, "f.toml:1: dta: there is no such key (did you mean data?); allowed here: accounts, agent, budget, channels, control, data, experiments, familiars, journal, log, mirrors, models, monitor, puppets, relays, retention, room, safety, telemetry, texts, tools, unknown"},
		{"a collector without a scheme", sound + "[telemetry]\nendpoint = \"collector:4318\"", "f.toml:7: telemetry.endpoint: endpoint = \"collector:4318\": want http://HOST:PORT or https://HOST:PORT"},
		{"an unknown protocol", sound + "[telemetry]\nprotocol = \"udp\"", "f.toml:7: telemetry.protocol: protocol = \"udp\": want http or grpc"},
		{"more than all lines", sound + "[telemetry]\nsample = 2.0", "f.toml:7: telemetry.sample: sample = 2: want 0 to 1"},
		{"an unknown table at the top", sound + "[logs]", "f.toml:6: logs: there is no such key"},
		{"an unknown key of a familiar", "[familiars.aria]\nmodle = \"x\"", "f.toml:2: familiars.aria.modle: there is no such key (did you mean mode or model?); allowed here: aliases, busy, card, chattiness, compose_within, "},
		{"an unknown knob of a familiar", "[familiars.aria]\ncredit = {windw = \"1m\"}", "f.toml:2: familiars.aria.credit.windw: there is no such key (did you mean window?); allowed here: mode, on, scope, window"},
		{"an unknown key of a rule", sound + "who = 1", "f.toml:6: channels[1].who: there is no such key; allowed here: audience, description, familiars, match, name, override, room"},
		{"an unknown knob of a second rule", sound + "[[channels]]\nmatch='terminal:b'\n[channels.override.aria.credit]\nfoo = 1", "f.toml:9: channels[2].override.aria.credit.foo: there is no such key; allowed here: mode, on, scope, window"},
		{"an unknown knob of a rule's room", sound + "room.guard.foo = 1", "f.toml:6: channels[1].room.guard.foo: there is no such key"},
		{"a quoted key", sound + "[familiars.zed]\n\"p.q\" = 1", `f.toml:7: familiars.zed."p.q": there is no such key`},

		// Values of the wrong type.
		{"a number for text", "data = 1\n" + sound, "f.toml:1: data: want text in quotes, got 1"},
		{"text for a list", sound + "[familiars.zed]\naliases = \"z\"", `f.toml:7: familiars.zed.aliases: want a list in square brackets, got "z"`},
		{"a number in a list of texts", sound + "[familiars.zed]\naliases = [\"z\", 2]", "f.toml:7: familiars.zed.aliases[2]: want text in quotes, got 2"},
		{"text for a table", "log = \"info\"\n" + sound, `f.toml:1: log: want a table, got "info"`},
		{"a list of tables for a table", "[[familiars]]\nname = \"x\"", "f.toml:1: familiars: want a table, got a list"},
		{"text for a switch", sound + "[familiars.zed]\npings = \"yes\"", `f.toml:7: familiars.zed.pings: want true or false, got "yes"`},
		{"a fraction for a count", sound + "[agent]\nrounds = 1.5", "f.toml:7: agent.rounds: want a whole number, got 1.5"},
		{"a date for a number", sound + "[agent]\nrounds = 2020-01-01", "f.toml:7: agent.rounds: want a whole number, got a date or time"},
		{"a number for a duration", sound + "[agent]\ntimeout = 90", `f.toml:7: agent.timeout: want a duration in quotes such as "90s" or "15m", got 90`},
		{"a duration without unit", sound + "[agent]\ntimeout = \"90\"", `f.toml:7: agent.timeout: want a duration such as "90s" or "15m", got "90"`},

		// Values out of range, found by the package that owns the knob.
		{"a window of nothing", sound + "[familiars.zed.credit]\nwindow = \"0s\"", "f.toml:7: familiars.zed.credit.window: window = 0s: want 1ms to 24h0m0s"},
		{"an unknown tier", sound + "[familiars.zed.chattiness]\nstep = 1\ntier = \"loud\"", "f.toml:8: familiars.zed.chattiness.tier: "},
		{"an unknown rung", sound + "[familiars.zed.ladder]\nrungs = [\"self\", \"luck\"]", "f.toml:7: familiars.zed.ladder.rungs: rungs: unknown rung \"luck\""},
		{"a floor nobody can hold", sound + "[room.floor]\nhold = \"0s\"", "f.toml:7: room.floor.hold: hold = 0s: want at least 1s"},
		{"a rest before the floor is used", sound + "[room.floor]\nrest = \"-1s\"", "f.toml:7: room.floor.rest: rest = -1s: want 0 or more"},
		{"hours nobody understands", rule + "[familiars.aria.hours]\nquiet = [\"late\"]", `f.toml:7: familiars.aria.hours.quiet[1]: days "late": want Mon,`},
		{"a clock nobody has", rule + "[familiars.aria.hours]\nzone = \"Mars/Base\"", `f.toml:7: familiars.aria.hours.zone: zone = "Mars/Base": unknown time zone Mars/Base`},
		{"the machine's own clock", rule + "[familiars.aria.hours]\nzone = \"Local\"", `f.toml:7: familiars.aria.hours.zone: zone = "Local": want a name such as`},
		{"a clock nobody has, in a rule", sound + "[channels.override.aria.hours]\nzone = \"Mars/Base\"", `f.toml:7: channels[1].override.aria.hours.zone: zone = "Mars/Base": unknown time zone Mars/Base`},
		{"a guard that never stops", sound + "[room.guard]\nstop = 2", "f.toml:7: room.guard.stop: stop = 2: want more than notice, which is 5, or 0 to only tell the model"},
		{"an unknown mode of turns", sound + "[room.turns]\nmode = \"loud\"", "f.toml:7: room.turns.mode: turns: mode = \"loud\": want direct, single, turn-based or broadcast"},
		{"turns of one alone", sound + "[room.turns]\nmode = \"turn-based\"\nmembers = [\"zed\"]", "f.toml:8: room.turns.members: turns: members: 1 for mode \"turn-based\": want 2 to 32"},
		{"threads nobody knows", rule + "[familiars.aria.surface]\nthreads = \"often\"", "f.toml:7: familiars.aria.surface.threads: "},
		{"a surface nobody knows", rule + "[familiars.aria.surface.lengths]\nslack-chanel = 5", "f.toml:6: familiars.aria.surface.lengths: "},
		{"a pace no fingers have", rule + "[familiars.aria.pace]\non = true\nmost = \"1m\"", "f.toml:8: familiars.aria.pace.most: "},
		{"typing that is shown otherwise", sound + "[channels.override.aria.pace]\ntyping = \"often\"", "f.toml:7: channels[1].override.aria.pace.typing: "},
		{"a language by its name", sound + "[room.language]\nfallback = \"German\"", "f.toml:7: room.language.fallback: "},
		{"a translation with a brace nobody fills", sound + "[room.turns.translations.de]\noffline = \"{wer}\"", "f.toml:7: room.turns.translations.de.offline: "},
		{"an outage's notice with a brace nobody fills", sound + "[room.outage.words]\naway = \"{who} is away\"", "f.toml:7: room.outage.words.away: "},
		{"a budget's notice with a brace nobody fills", sound + "[budget.translations.de]\nlimit = \"{wer}\"", "f.toml:7: budget.translations.de.limit: "},
		{"an answer with a brace nobody fills", sound + "[texts.answers]\nstop = \"{who} halts\"", "f.toml:7: texts.answers.stop: "},
		{"a translated answer with a brace nobody fills", sound + "[texts.translations.de]\nstop = \"{wer} ruht\"", "f.toml:7: texts.translations.de.stop: "},
		{"a clock of turns nobody knows", sound + "[channels.room.turns]\nclock = \"sun\"", "f.toml:7: channels[1].room.turns.clock: "},
		{"an unknown way to be busy", sound + "[familiars.zed]\nbusy = \"inject now\"", "f.toml:7: familiars.zed.busy: busy = \"inject now\": want inject, queue, interrupt or steer"},
		{"an unknown mode", sound + "[familiars.zed]\nmode = \"dark\"", "f.toml:7: familiars.zed.mode: mode = \"dark\": want live or shadow"},
		{"a burst of nothing", sound + "[room.guard]\nburst = 0", "f.toml:7: room.guard.burst: burst = 0: want 1 to 64"},
		{"a cool-down that ends before it begins", sound + "[room.guard]\ncooldown = \"-1s\"", "f.toml:7: room.guard.cooldown: cooldown = -1s: can't be negative"},
		{"a rule's window of nothing", sound + "[channels.override.aria.credit]\nwindow = \"0s\"", "f.toml:7: channels[1].override.aria.credit.window: window = 0s"},
		{"a role nobody has", sound + "[room.admission]\nlisted = \"friend\"", `f.toml:7: room.admission.listed: listed = "friend": no such role`},
		{"a rule of a role that names no network", sound + "[room.admission.roles.owner]\nmatch = [\"everybody\"]", `f.toml:7: room.admission.roles.owner.match[1]: `},
		{"a right there isn't", sound + "[room.admission.roles.owner]\nmay = [\"dance\"]", `f.toml:7: room.admission.roles.owner.may: roles: owner may "dance", which is not a right`},
		{"a phrase for no command", sound + "[room.admission.phrases]\ndance = [\"jig\"]", `f.toml:7: room.admission.phrases.dance: phrases: "dance" is not a command`},
		{"a quiet longer than the longest", sound + "[room.admission]\nquiet_for = \"200h\"", "f.toml:7: room.admission.quiet_for: quiet_for = 200h0m0s"},
		{"a rule's unfit room", sound + "[channels.room]\nanswer_within = \"-1s\"", "f.toml:7: channels[1].room.answer_within: "},
		{
			"two rules that don't go together", sound +
				"[channels.override.aria.chattiness]\nbackoff_base = \"9m\"\n[[channels]]\nmatch = \"terminal:b\"\n[channels.override.aria.chattiness]\nbackoff_max = \"5m\"",
			"f.toml:11: channels[2].override.aria.chattiness.backoff_max: ",
		},
		{
			"a rule that is sound only on top of another", sound +
				"[channels.override.aria.chattiness]\nbackoff_max = \"20m\"\n[[channels]]\nmatch = \"terminal:*b\"\n[channels.override.aria.chattiness]\nbackoff_base = \"15m\"",
			"f.toml:11: channels[2].override.aria.chattiness.backoff_base: ",
		},
		{"an unknown log level", sound + "[log]\nlevel = \"loud\"", `f.toml:7: log.level: level = "loud": want one of debug, info, warn, error`},
		{"no folder for data", "data = \"\"\n" + sound, "f.toml:1: data: is empty: want a folder"},

		{"a journal at an address nobody understands", sound + "[journal]\nurl = \"localhost\"", `f.toml:7: journal.url: url = "localhost": want nats://HOST:PORT`},
		{"a password in the journal's address", sound + "[journal]\nurl = \"nats://me:sk-12345@nats.test:4222\"", "f.toml:7: journal.url: url: want the address only"},
		{"a file of credentials for nobody", sound + "[journal]\ncredentials = \"me.creds\"", "f.toml:7: journal.credentials: credentials: only used with url, which is not set"},
		{"a prefix NATS doesn't take", sound + "[journal]\nprefix = \"a.b\"", `f.toml:7: journal.prefix: prefix = "a.b": want ASCII letters, digits, - and _`},
		{"a negative number of partitions", sound + "[journal]\npartitions = -1", "f.toml:7: journal.partitions: partitions = -1: want 0 to 256"},
		{"a journal that forgets at once", sound + "[journal]\nkeep = \"1s\"", "f.toml:7: journal.keep: keep = 1s: want 1h0m0s or more"},
		{"a journal without room", sound + "[journal]\nmax_mb = 1", "f.toml:7: journal.max_mb: max_mb = 1: want 64 or more"},

		// What refers to something.
		{"an account for nobody", sound + "[accounts.x]\nnetwork = \"web\"\nfamiliars = []", "f.toml:8: accounts.x.familiars: got 0 familiars: want the one that speaks through this account"},
		{
			"an account shared without a word", sound + "[familiars.zed]\npersona = \"x\"\n[accounts.x]\nnetwork = \"web\"\nfamiliars = [\"aria\", \"zed\"]",
			"f.toml:10: accounts.x.familiars: got 2 familiars: want one, or persona = true for them to share the account",
		},
		{
			"two accounts on one network, one of them shared", sound + "[familiars.zed]\npersona = \"x\"\n[accounts.x]\nnetwork = \"web\"\npersona = true\nfamiliars = [\"aria\", \"zed\"]\n" +
				"[accounts.y]\nnetwork = \"web\"\nfamiliars = [\"zed\"]",
			"f.toml:14: accounts.y.familiars: zed already has the account x on web: want one on each network",
		},
		{"a card that isn't there", sound + "[familiars.zed]\ncard = \"zed.md\"", "f.toml:7: familiars.zed.card: open zed.md: no such file or directory"},
		{"a card that is a folder", sound + "[familiars.zed]\ncard = \"..\"", "f.toml:7: familiars.zed.card: read "},
		{"a card and a persona", sound + "[familiars.zed]\ncard = \"f.toml\"\npersona = \"x\"", "f.toml:8: familiars.zed.persona: is set as well as card: want only one of the two"},
		{"an unknown preset", sound + "[familiars.zed]\npreset = \"loud\"", `f.toml:7: familiars.zed.preset: there is no preset "loud": want one of ladder, window, assigned, chatty, relevance, social`},
		{"a tool there isn't", strings.Replace(sound, "persona", "tools = [\"skip\", \"fly\"]\npersona", 1), `f.toml:2: familiars.aria.tools[2]: there is no tool "fly": want one of send, skip,`},
		{"a window that slides", sound + "[familiars.zed]\npreset = \"window\"\n[familiars.zed.credit]\nmode = \"slide\"", `f.toml:9: familiars.zed.credit.mode: mode = "slide": want kept, because only replies move the window of a channel`},
		{"windows kept for nobody we know", sound + "[room]\ndefault = \"loud\"", `f.toml:7: room.default: there is no familiar "loud": want one of aria`},
		{"the same in some channels", sound + "[[channels]]\nmatch = \"web:*\"\n[channels.room]\ndefault = \"loud\"", `f.toml:9: channels[2].room.default: there is no familiar "loud": want one of aria`},
		{"no weights but another file", sound + "[familiars.zed.odds]\nweights = \"f.toml\"", "f.toml:7: familiars.zed.odds.weights: odds: weights: invalid character"},
		{"weights of some channels that aren't there", sound + "[channels.override.aria.odds]\nweights = \"w.json\"", "f.toml:7: channels[1].override.aria.odds.weights: open w.json: no such file or directory"},
		{"bars the wrong way round", sound + "[familiars.zed.odds.ask]\nlo = 0.9", "f.toml:7: familiars.zed.odds.ask.lo: odds: ask.lo = 0.9: want less than hi, which is 0.65"},
		{"weights that aren't there", sound + "[familiars.zed.odds]\nweights = \"w.json\"", "f.toml:7: familiars.zed.odds.weights: open w.json: no such file or directory"},
		{"an unknown model", sound + "[familiars.zed]\nmodel = \"gpt\"", `f.toml:7: familiars.zed.model: there is no model "gpt": want one of offline`},
		{"an unknown judge", sound + "[familiars.zed]\njudge = \"gpt\"", `f.toml:7: familiars.zed.judge: there is no model "gpt"`},
		{"a model and several", "[familiars.aria]\npersona = \"x\"\nmodel = \"offline\"\nmodels = [\"offline\"]", "f.toml:4: familiars.aria.models: is set as well as model: want only one of the two, models with every model in the order they are asked"},
		{"a judge and several", "[familiars.aria]\npersona = \"x\"\njudge = \"offline\"\njudges = [\"offline\"]", "f.toml:4: familiars.aria.judges: is set as well as judge: want only one of the two, judges with every model in the order they are asked"},
		{"a chain with a model that isn't there", "[familiars.aria]\npersona = \"x\"\nmodels = [\"offline\", \"spare\"]", "f.toml:3: familiars.aria.models[2]: there is no model \"spare\": want one of offline"},
		{"a chain with one twice", "[familiars.aria]\npersona = \"x\"\nmodels = [\"offline\", \"offline\"]", "f.toml:3: familiars.aria.models[2]: offline is named twice"},
		{"a chain with none", "[familiars.aria]\npersona = \"x\"\njudges = [\"\"]", "f.toml:3: familiars.aria.judges[1]: is empty: want the name of a model"},
		{"a chain too long", "[familiars.aria]\npersona = \"x\"\nmodels = [\"offline\", \"b\", \"c\", \"d\", \"e\"]", "f.toml:3: familiars.aria.models: got 5 models: want at most 4"},
		{"a choice of models, none chosen", "[models.a]\nkind = \"offline\"\n[models.b]\nkind = \"offline\"\n" + sound, "f.toml:5: familiars.aria.model: there are several models: choose one of a, b"},
		{"an unknown kind of model", "[models.a]\nkind = \"gpt\"\n" + sound, `f.toml:2: models.a.kind: kind = "gpt": want one of offline, openai, anthropic`},
		{"a model without kind", "[models.a]\n" + sound, `f.toml:1: models.a: kind = "": want one of offline, openai, anthropic`},
		{"a familiar in a rule that doesn't exist", sound + "[[channels]]\nmatch = \"terminal:b\"\nfamiliars = [\"bob\"]", `f.toml:8: channels[2].familiars: there is no familiar "bob": want one of aria`},
		{"a familiar twice in a rule", sound + "[[channels]]\nmatch = \"terminal:b\"\nfamiliars = [\"aria\", \"aria\"]", "f.toml:8: channels[2].familiars: aria is listed twice"},
		{"an override for nobody", sound + "[channels.override.bob]\npings = true", `f.toml:6: channels[1].override.bob: there is no familiar "bob"`},
		{"an unknown familiar for unknown channels", "unknown = \"familiar:bob\"\n" + sound, `f.toml:1: unknown: there is no familiar "bob"`},
		{"an unknown way to take unknown channels", "unknown = \"all\"\n" + sound, `f.toml:1: unknown: want "ignore", "default" or "familiar:NAME", got "all"`},

		// Rules and accounts.
		{"a rule without pattern", "[familiars.aria]\npersona='x'\n[[channels]]\nfamiliars=['aria']", `f.toml:3: channels[1].match: is not set: want a pattern such as "terminal:*"`},
		{"a pattern without network", sound + "[[channels]]\nmatch = \"*\"", `f.toml:7: channels[2].match: "*" matches nothing: want "network:chat"`},
		{"a network nobody knows", sound + "[[channels]]\nmatch = \"terminl:*\"", `f.toml:7: channels[2].match: network "terminl": want one of terminal, web`},
		{"an open bracket", sound + "[[channels]]\nmatch = \"terminal:[a\"", `f.toml:7: channels[2].match: "[a": unclosed bracket`},
		{"an account on a network nobody knows", sound + "[accounts.a]\nnetwork = \"icq\"\nfamiliars = [\"aria\"]", `f.toml:7: accounts.a.network: network "icq": want one of terminal, web`},
		{"an account without its token", sound + "[accounts.a]\nnetwork = \"discord\"\nfamiliars = [\"aria\"]", "f.toml:6: accounts.a.token: is missing: an account on discord needs it; docs/networks/discord.md says where to get it"},
		{"a token in the file itself", sound + "[accounts.a]\nnetwork = \"discord\"\nfamiliars = [\"aria\"]\ntoken = \"MTI\"", `f.toml:9: accounts.a.token: a secret can't be written in this file: want "env:NAME" or "file:PATH"`},
		{"a token that isn't there", sound + "[accounts.a]\nnetwork = \"discord\"\nfamiliars = [\"aria\"]\ntoken = \"env:NOBODY_SETS_THIS\"", "f.toml:9: accounts.a.token: the environment variable NOBODY_SETS_THIS is not set"},
		{"a key of another network", sound + "[accounts.a]\nnetwork = \"terminal\"\nfamiliars = [\"aria\"]\nserver = \"irc.example.org:6697\"", "f.toml:9: accounts.a.server: doesn't apply to an account on terminal"},
		{"a channel without a name to join", sound + "[accounts.a]\nnetwork = \"irc\"\nfamiliars = [\"aria\"]\nserver = \"irc.example.org:6697\"\njoin = [\"\"]", `f.toml:10: accounts.a.join[1]: is empty: want a channel such as "#moths"`},
		{"a flood without a first line", sound + "[accounts.a]\nnetwork = \"irc\"\nfamiliars = [\"aria\"]\nserver = \"irc.example.org:6697\"\nburst = 0", "f.toml:10: accounts.a.burst: burst = 0: want 1 to 100"},
		{"a flood without a pause", sound + "[accounts.a]\nnetwork = \"irc\"\nfamiliars = [\"aria\"]\nserver = \"irc.example.org:6697\"\nevery = \"0s\"", "f.toml:10: accounts.a.every: every = 0s: want 1ms to 2s"},
		{"names for an account of one", sound + "[accounts.a]\nnetwork = \"irc\"\nfamiliars = [\"aria\"]\nserver = \"irc.example.org:6697\"\nfaces = true", "f.toml:10: accounts.a.faces: doesn't apply to an account on irc"},
		{"faces of nobody", "models.m.kind = \"offline\"\n[familiars.aria]\nmodel = \"m\"\npersona = \"x\"\n[accounts.a]\nnetwork = \"discord\"\ntoken = \"env:HOME\"\nfamiliars = [\"aria\"]\nfaces = true", "f.toml:9: accounts.a.faces: needs persona = true: it says that posts tell which familiar speaks"},
		{"a picture nobody can open", "models.m.kind = \"offline\"\n[familiars.aria]\nmodel = \"m\"\npersona = \"x\"\npicture = \"aria.png\"", "f.toml:5: familiars.aria.picture: \"aria.png\": want an https:// address that everybody can open"},
		{"a pause nobody waits for", sound + "[accounts.a]\nnetwork = \"irc\"\nfamiliars = [\"aria\"]\nserver = \"irc.example.org:6697\"\nevery = \"1m\"", "f.toml:10: accounts.a.every: every = 1m0s: want 1ms to 2s"},
		{"a flood limit where the network has its own", sound + "[accounts.a]\nnetwork = \"terminal\"\nfamiliars = [\"aria\"]\nburst = 4", "f.toml:9: accounts.a.burst: doesn't apply to an account on terminal"},
		{"an account for nobody", sound + "[accounts.a]\nnetwork = \"terminal\"", "f.toml:6: accounts.a.familiars: got 0 familiars: want the one that speaks through this account"},
		{"two accounts on one network", sound + "[accounts.a]\nnetwork = \"terminal\"\nfamiliars = [\"aria\"]\n[accounts.b]\nnetwork = \"terminal\"\nfamiliars = [\"aria\"]", "f.toml:11: accounts.b.familiars: aria already has the account a on terminal"},

		// Models on other machines.
		{"a remote model without its name", "[models.a]\nkind = \"openai\"\nurl = \"http://127.0.0.1:1/v1\"\n" + sound, "f.toml:1: models.a.model: is not set: want the provider's name for the model"},
		{"a provider without key", remote, `f.toml:6: models.a.key: is not set: want "env:NAME" or "file:PATH"; a server`},
		{"a provider named by its url without key", remote + "url = \"https://api.openai.com/v1\"", "f.toml:6: models.a.key: is not set: api.openai.com needs one"},
		{"another protocol", remote + "url = \"ftp://127.0.0.1\"", "f.toml:9: models.a.url: want http:// or https:// and a host"},
		{"a url without host", remote + "url = \"https:///v1\"", "f.toml:9: models.a.url: want http:// or https:// and a host"},
		{"a url that can't be read keeps its secret", remote + "url = \"https://sk-12345 x\"", "f.toml:9: models.a.url: want http:// or https:// and a host"},
		{"a password in a url", remote + "url = \"https://me:sk-12345@models.test\"", "f.toml:9: models.a.url: has more than scheme, host and path: a key belongs in key"},
		{"a key in a url", remote + "url = \"https://models.test?key=sk-12345\"", "f.toml:9: models.a.url: has more than scheme, host and path"},
		{"a price below nothing", local + "price_output = -1", "f.toml:10: models.a.price_output: price_output = -1: want 0 or more"},
		{"a price that is no number", local + "price_cached = nan", "f.toml:10: models.a.price_cached: want a number, got NaN"},
		{"a temperature that none has", local + "temperature = 2.5", "f.toml:10: models.a.temperature: temperature = 2.5: want 0 to 2, or -1 for the provider's"},
		{"an effort that no API of the kind has", local + "reasoning_effort = \"much\"", "f.toml:10: models.a.reasoning_effort: reasoning_effort = \"much\": want \"\" for the provider's, or one of none, minimal, low, medium, high, xhigh, max"},
		{"answers of less than nothing", local + "max_tokens = -1", "f.toml:10: models.a.max_tokens: max_tokens = -1: want 0 or more"},
		{"more dollars than there are", local + "price_input = 1e10", "f.toml:10: models.a.price_input: want at most 1000000000, got 1e+10"},
		{"a time that nobody sees the end of", local + "timeout = \"1000000h\"", `f.toml:10: models.a.timeout: want at most 87600h, got "1000000h"`},
		{"more calls than can be", local + "concurrency = 100000", "f.toml:10: models.a.concurrency: concurrency: want at most 10000, got 100000"},
		{"a port that is none", remote + "url = \"http://127.0.0.1:99999/v1\"", "f.toml:9: models.a.url: 99999 is not a port: want 1 to 65535"},
		{"a listener at no port", sound + "[control]\nlisten = \"127.0.0.1:70000\"", `f.toml:7: control.listen: listen is "127.0.0.1:70000": want a port from 0 to 65535`},
		{"a NATS at no port", sound + "[journal]\nurl = \"nats://127.0.0.1:0\"", `f.toml:7: journal.url: url = "nats://127.0.0.1:0": want a port of 1 to 65535`},
		{"a collector at no port", sound + "[telemetry]\nendpoint = \"http://127.0.0.1:70000\"", `f.toml:7: telemetry.endpoint: endpoint = "http://127.0.0.1:70000": want http://HOST:PORT`},
		{"a tools' server at no port", sound + "[[tools.mcp]]\nname = \"l\"\nurl = \"http://127.0.0.1:70000\"\ntools = [\"a\"]", "f.toml:8: tools.mcp[1].url: 70000 is not a port: want 1 to 65535"},
		{"a bridge's token that can be guessed", sound + "[accounts.b]\nnetwork = \"bridge\"\nfamiliars = [\"aria\"]\ntoken = \"file:short.key\"", "f.toml:9: accounts.b.token: file:short.key holds fewer than 16 characters"},
		{"a bridge's network with the mark of direct messages", sound + "[accounts.b]\nnetwork = \"bridge\"\nfamiliars = [\"aria\"]\ntoken = \"file:bridge.key\"\nworkspace = \"a@b\"", `f.toml:10: accounts.b.workspace: "a@b": want a name without @ and /, such as "zulip"`},
		{"a bridge without a way in", sound + "[accounts.b]\nnetwork = \"bridge\"\nfamiliars = [\"aria\"]\ntoken = \"file:bridge.key\"\n[control]\nlisten = \"\"", "f.toml:6: accounts.b: its bridge comes to the HTTP interface, and there is none: set control.listen"},
		{"OneBot without an address", sound + "[accounts.q]\nnetwork = \"onebot\"\nfamiliars = [\"aria\"]", "f.toml:6: accounts.q: want url, the address of the implementation's WebSocket, or listen"},
		{"OneBot dialled and coming", sound + "[accounts.q]\nnetwork = \"onebot\"\nfamiliars = [\"aria\"]\nurl = \"ws://127.0.0.1:1/\"\nlisten = \"127.0.0.1:2\"", "f.toml:10: accounts.q.listen: url is there, too"},
		{"OneBot for everybody", sound + "[accounts.q]\nnetwork = \"onebot\"\nfamiliars = [\"aria\"]\nlisten = \":6700\"", `f.toml:9: accounts.q.listen: ":6700": other machines can reach it: set a token`},
		{"OneBot at no port", sound + "[accounts.q]\nnetwork = \"onebot\"\nfamiliars = [\"aria\"]\nlisten = \"127.0.0.1\"", `f.toml:9: accounts.q.listen: "127.0.0.1": want host:port`},
		{"QQ accounts that nobody can tell apart", sound + "[familiars.bea]\npersona = \"x\"\n[accounts.q]\nnetwork = \"onebot\"\nfamiliars = [\"aria\"]\nlisten = \"127.0.0.1:6700\"\nself_id = \"7\"\n[accounts.r]\nnetwork = \"onebot\"\nfamiliars = [\"bea\"]\nlisten = \"127.0.0.1:6700\"", "f.toml:16: accounts.r.listen: q listens there, too: want self_id of both"},
		{"a QQ account that is a name", sound + "[accounts.q]\nnetwork = \"onebot\"\nfamiliars = [\"aria\"]\nlisten = \"127.0.0.1:6700\"\nself_id = \"moth\"", `f.toml:10: accounts.q.self_id: "moth": want the account's number on QQ`},
		{"a webhook that arrives nowhere", sound + "[accounts.t]\nnetwork = \"telegram\"\nfamiliars = [\"aria\"]\ntoken = \"file:bridge.key\"\nwebhook = \"https://bot.example.org/t\"", "f.toml:10: accounts.t.webhook: needs listen"},
		{"a webhook that isn't secret on its way", sound + "[accounts.t]\nnetwork = \"telegram\"\nfamiliars = [\"aria\"]\ntoken = \"file:bridge.key\"\nlisten = \"127.0.0.1:8443\"\nwebhook = \"http://bot.example.org/t\"", "f.toml:11: accounts.t.webhook: want an https address"},
		{"a listener without a webhook", sound + "[accounts.t]\nnetwork = \"telegram\"\nfamiliars = [\"aria\"]\ntoken = \"file:bridge.key\"\nlisten = \"127.0.0.1:8443\"", "f.toml:10: accounts.t.listen: needs webhook"},
		{"an invitation by nobody", sound + "[accounts.m]\nnetwork = \"matrix\"\nfamiliars = [\"aria\"]\ntoken = \"file:bridge.key\"\nurl = \"https://m.test\"\ninvites = [\"ana\"]", `f.toml:11: accounts.m.invites[1]: "ana": want a user's id`},
		{"an IRC server at no port", sound + "[accounts.i]\nnetwork = \"irc\"\nfamiliars = [\"aria\"]\nserver = \"irc.test:70000\"", `f.toml:9: accounts.i.server: "irc.test:70000": want host:port`},
		{"an IRC server without a port", sound + "[accounts.i]\nnetwork = \"irc\"\nfamiliars = [\"aria\"]\nserver = \"irc.test\"", `f.toml:9: accounts.i.server: "irc.test": want host:port`},
		{"no attempt at all", local + "attempts = 0", "f.toml:10: models.a.attempts: attempts: want 1 or more, got 0"},
		{"pauses that shrink", local + "last_pause = \"1ms\"", "f.toml:10: models.a.last_pause: last_pause: want first_pause (500ms) or more"},

		// The budget.
		{"a limit below nothing", sound + "[budget]\nday = -1", "f.toml:7: budget.day: day = -1: want 0 or more US dollars"},
		{"a zone nobody knows", sound + "[budget]\nzone = \"Local\"", `f.toml:7: budget.zone: zone "Local": want a name of the time zone database`},
		{"shares that fall", sound + "[budget]\nday = 1\nshares = [0.5, 0.4, 0.9]", "f.toml:8: budget.shares: shares = [0.5 0.4 0.9]: want three numbers above 0 and below 1"},
		{"a stretch that hurries", sound + "[budget]\nday = 1\nstretch = [0.5, 1, 1]", "f.toml:8: budget.stretch: stretch = [0.5 1 1]: want three numbers of 1 or more"},
		{"a brace nobody fills", sound + "[budget.words]\nlimit = \"{name}\"", `f.toml:7: budget.words.limit: words.limit = "{name}": allowed in braces are familiar`},

		// The page and who may come in.
		{"an address without port", sound + "[control]\nlisten = \"localhost\"", `f.toml:7: control.listen: listen is "localhost", want host:port`},
		{"everybody's listener without token", sound + "[control]\nlisten = \":7077\"", "f.toml:7: control.listen: :7077 can be reached from other machines: add [[control.tokens]]"},
		{"a machine's listener without token", sound + "[control]\nlisten = \"192.168.1.5:80\"", "f.toml:7: control.listen: 192.168.1.5:80 can be reached from other machines"},
		{"no stream", sound + "[control]\nstreams = 0", "f.toml:7: control.streams: streams is 0, want 1 to 100000"},
		{"an outside server without name", sound + "[[tools.mcp]]\nurl = \"https://a.example/mcp\"\ntools = [\"x\"]", `f.toml:6: tools.mcp[1].name: "" can't begin a tool's name`},
		{"an outside server nowhere", sound + "[[tools.mcp]]\nname = \"a\"\nurl = \"a.example\"\ntools = [\"x\"]", "f.toml:8: tools.mcp[1].url: want http:// or https:// and a host"},
		{"a key in an outside server's address", sound + "[[tools.mcp]]\nname = \"a\"\nurl = \"https://a.example/?key=x\"\ntools = [\"x\"]", "f.toml:8: tools.mcp[1].url: has more than"},
		{"all tools of an outside server", sound + "[[tools.mcp]]\nname = \"a\"\nurl = \"https://a.example\"", "f.toml:6: tools.mcp[1].tools: is not set"},
		{"a tool of our own name", sound + "[[tools.mcp]]\nname = \"attachments\"\nurl = \"https://a.example\"\ntools = [\"list\"]", "f.toml:9: tools.mcp[1].tools[1]: there is already a tool attachments_list"},
		{"a tool no provider takes", sound + "[[tools.mcp]]\nname = \"a\"\nurl = \"https://a.example\"\ntools = [\"look up\"]", `f.toml:9: tools.mcp[1].tools[1]: "look up" can't be a tool's name`},
		{"an outside server that may take for ever", sound + "[[tools.mcp]]\nname = \"a\"\nurl = \"https://a.example\"\ntools = [\"x\"]\ntimeout = \"1h\"", "f.toml:10: tools.mcp[1].timeout: is 1h0m0s, want 100ms to 2m"},
		{"an outside server for nobody", sound + "[[tools.mcp]]\nname = \"a\"\nurl = \"https://a.example\"\ntools = [\"x\"]\nfamiliars = [\"zed\"]", "f.toml:10: tools.mcp[1].familiars: there is no familiar"},
		{"a token without name", token("", "bridge.key", `"read"`), `f.toml:7: control.tokens[1].name: "" can't name a token: want letters, digits, - and _`},
		{"a token without secret", sound + "[[control.tokens]]\nname = \"a\"\nscopes = [\"read\"]", `f.toml:6: control.tokens[1].secret: is not set: want "env:NAME" or "file:PATH"`},
		{"a token that can be guessed", token("a", "short.key", `"read"`), "f.toml:8: control.tokens[1].secret: file:short.key holds fewer than 16 characters"},
		{"a token without scope", token("a", "bridge.key", ""), "f.toml:9: control.tokens[1].scopes: is not set: want some of read, lines, control"},
		{"a token for anything", token("a", "bridge.key", `"read", "admin"`), `f.toml:9: control.tokens[1].scopes[2]: there is no scope "admin": want one of read, lines, control`},
		{"a token for chats nobody can name", token("a", "bridge.key", `"read"`) + "channels = [\"[a\"]", `f.toml:10: control.tokens[1].channels[1]: "[a" matches nothing`},
		{"two tokens of one name", token("a", "bridge.key", `"read"`) + strings.TrimPrefix(token("a", "other.key", `"read"`), sound), `f.toml:11: control.tokens[2].name: there is already a token "a"`},
		{"two tokens of one secret", token("a", "bridge.key", `"read"`) + strings.TrimPrefix(token("b", "bridge.key", `"read"`), sound), "f.toml:12: control.tokens[2].secret: is the same as that of a"},

		// Secrets.
		{"a secret in the file", "[models.a]\nkind = \"offline\"\nkey = \"sk-12345\"\n" + sound, `f.toml:3: models.a.key: a secret can't be written in this file: want "env:NAME" or "file:PATH"`},
		{"a secret that isn't set", "[models.a]\nkind = \"offline\"\nkey = \"env:FAMILIAR_NOT_SET\"\n" + sound, "f.toml:3: models.a.key: the environment variable FAMILIAR_NOT_SET is not set"},
		{"a secret in no file", "[models.a]\nkind = \"offline\"\nkey = \"file:k\"\n" + sound, "f.toml:3: models.a.key: open k: no such file or directory"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := load(t, tt.text)
			problems, ok := errors.AsType[document.Problems](err)
			if !ok || c != nil {
				t.Fatalf("got %v, %v; want Problems", c, err)
			}
			if len(problems) != 1 || !strings.HasPrefix(problems[0].Error(), tt.want) {
				t.Errorf("got\n%v\nwant one problem that begins with\n%s", err, tt.want)
			}
		})
	}
}

func TestLoadReportsEverythingAtOnce(t *testing.T) {
	_, err := load(t, "dta = 1\n"+sound+"[agent]\nrounds = \"x\"\ntimeout = \"soon\"\n[room.guard]\nstop = 1\n")
	var lines []int
	for _, p := range err.(document.Problems) {
		lines = append(lines, p.Line)
	}
	if got, want := len(lines), 4; got != want || lines[0] != 1 || lines[3] != 11 {
		t.Errorf("got problems in lines %v of\n%v\nwant 4, the first in 1, the last in 11", lines, err)
	}
	if p, ok := errors.AsType[document.Problem](err); !ok || p.Key != "dta" {
		t.Errorf("got %v, %v; want the first problem among what the error wraps", p, ok)
	}
}

func TestLoadOfUnreadableFiles(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.toml")
	if err := os.WriteFile(large, make([]byte, 10<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ story, path, want string }{
		{"a file that isn't there", filepath.Join(dir, "none.toml"), "no such file"},
		{"a folder", dir, "is a directory"},
		{"10 MB", large, "large.toml is too large: want at most 1024 KiB"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if c, err := Load(tt.path); c != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v; want an error with %q", c, err, tt.want)
			}
		})
	}
	if _, err := Load(filepath.Join(dir, "none.toml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want one that wraps fs.ErrNotExist", err)
	}
}
