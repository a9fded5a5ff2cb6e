package telemetry

import (
	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
)

// The spans of one trace, in their order. An invoke_agent span's name ends with
// the familiar's, a chat span's with the model's, an execute_tool span's with the
// tool's.
const (
	SpanReceive = "receive"      // a line, from the network's hand to the decision
	SpanJournal = "journal"      // until its channel had the line from the journal
	SpanDecide  = "decide"       // one familiar's decision about it
	SpanJudge   = "judge"        // a question, from its order to the verdict
	SpanTurn    = "turn"         // from its order to the last part's delivery
	SpanAgent   = "invoke_agent" // one run of the agent
	SpanChat    = "chat"         // one call of a model
	SpanEmbed   = "embeddings"   // the same, for vectors of texts
	SpanTool    = "execute_tool" // one call of a tool
	SpanOutbox  = "outbox"       // one part, from its order to what became of it
	SpanPost    = "post"         // one try to post it
	SpanOffer   = "list_tools"   // the tools of outside servers are asked for
	SpanSafety  = "safety"       // a reply is looked at before it is posted

	SpanRehearse = "rehearse" // a line tried on a card: a trace of its own
)

// The spans of a deployment: a partition or an account comes to this process, or leaves
// it. Below each are its stages.
const (
	SpanTakeOver = "take_over" // from the claim of its key until all of it works here
	SpanGiveUp   = "give_up"   // from the order to leave until others may have it

	StageClaim     = "claim"     // its key, in the list of processes
	StageIntroduce = "introduce" // of a partition: until it is known who the accounts are
	StageOwn       = "own"       // of a partition: the log says whose it is, and is read back
	StageRead      = "read"      // of a partition: from its checkpoint to what was newest
	StageWake      = "wake"      // of a partition: deadlines of its channels, once the others are read
	StageIdentify  = "identify"  // of an account: its network says who it is
	StageConnect   = "connect"   // of an account: it begins to listen and to post

	StageTurns   = "turns"   // of a partition: turns in progress may end
	StageSave    = "save"    // of a partition: its channels save and leave memory
	StageLeave   = "leave"   // of an account: it listens no more, and what it posts may end
	StageRelease = "release" // its key is given back
)

// EventWait is the one event of spans: until then it waited.
const EventWait = "wait"

// What is waited for, the [Term] of such an event. A call of a model has its own
// words, which package llm has.
const (
	WaitDebounce = "debounce" // more of the same
	WaitBusy     = "busy"     // another turn in the channel, or the model that failed before
	WaitFloor    = "floor"    // another familiar has the floor, or had it just now
	WaitPace     = "pace"     // the time it takes to read and type
)

// The program's own attributes.
const (
	Act         = attribute.Key("familiar.act")         // of a decision
	Rung        = attribute.Key("familiar.rung")        // of the ladder, or the word of what settled it
	Reason      = attribute.Key("familiar.reason")      // one plain clause
	Odds        = attribute.Key("familiar.odds")        // that an answer is expected
	Bar         = attribute.Key("familiar.bar")         // what the odds were held to
	Term        = attribute.Key("familiar.term")        // of a wait: what set its end, or what it was for
	Seconds     = attribute.Key("familiar.seconds")     // of a wait: how long it was
	Trigger     = attribute.Key("familiar.trigger")     // why it thinks about speaking
	Unsolicited = attribute.Key("familiar.unsolicited") // nobody asked it to
	Check       = attribute.Key("familiar.check")       // what the last look at a reply did: "words stopped"
	Seat        = attribute.Key("familiar.seat")        // the familiar
	Channel     = attribute.Key("familiar.channel")
	Generation  = attribute.Key("familiar.generation") // of the configuration
	Order       = attribute.Key("familiar.order")      // its number in the channel
	Account     = attribute.Key("familiar.account")
	Part        = attribute.Key("familiar.part")     // of a turn, from 0
	Parts       = attribute.Key("familiar.parts")    // that a turn has
	Lore        = attribute.Key("familiar.lore")     // ids of the lorebook's entries that a prompt had
	Recalled    = attribute.Key("familiar.recalled") // memories that it had, each with why: "m3 (person, alike: 0.83)"
	Try         = attribute.Key("familiar.try")      // of a post, from 1
	Outcome     = attribute.Key("familiar.outcome")  // delivered, failed, unknown or later
	Network     = attribute.Key("familiar.network")
	Partition   = attribute.Key("familiar.partition") // of the journal
	Model       = attribute.Key("familiar.model")     // as the configuration calls it
	Pass        = attribute.Key("familiar.pass")      // why a model of a chain was passed over
	Passed      = attribute.Key("familiar.passed")    // models passed over, each with why: "main away"
	Cost        = attribute.Key("familiar.cost")      // US dollars
	Request     = attribute.Key("familiar.request")   // the provider's name for a call, from a header
	Share       = attribute.Key("familiar.share")     // what a process has: a partition, an account or one of its shards
	Cause       = attribute.Key("familiar.cause")     // why one moves
	From        = attribute.Key("familiar.from")      // which process had it
	Stage       = attribute.Key("familiar.stage")     // of a take-over
	State       = attribute.Key("familiar.state")     // of a process: works, waits or drains
	Version     = attribute.Key("familiar.version")   // of a process's program
	Question    = attribute.Key("familiar.question")  // that one process asks another
)

// OpenTelemetry's own, of the messaging and the GenAI conventions.
const (
	MessagingSystem = semconv.MessagingSystemKey
	Destination     = semconv.MessagingDestinationNameKey
	MessageID       = semconv.MessagingMessageIDKey
	MessagingOp     = semconv.MessagingOperationNameKey
	MessagingType   = semconv.MessagingOperationTypeKey
	GenAIOperation  = semconv.GenAIOperationNameKey
	Provider        = semconv.GenAIProviderNameKey
	RequestModel    = semconv.GenAIRequestModelKey
	MaxTokens       = semconv.GenAIRequestMaxTokensKey
	InputTokens     = semconv.GenAIUsageInputTokensKey
	OutputTokens    = semconv.GenAIUsageOutputTokensKey
	CachedTokens    = semconv.GenAIUsageCacheReadInputTokensKey
	ResponseID      = semconv.GenAIResponseIDKey
	ResponseModel   = semconv.GenAIResponseModelKey
	FinishReasons   = semconv.GenAIResponseFinishReasonsKey
	FirstChunk      = semconv.GenAIResponseTimeToFirstChunkKey // seconds
	ServerAddress   = semconv.ServerAddressKey
	ServerPort      = semconv.ServerPortKey
	AgentName       = semconv.GenAIAgentNameKey
	Conversation    = semconv.GenAIConversationIDKey
	ToolName        = semconv.GenAIToolNameKey
	ToolCallID      = semconv.GenAIToolCallIDKey
	TokenType       = semconv.GenAITokenTypeKey
	ErrorType       = semconv.ErrorTypeKey

	// These hold what was said, and are left out unless the configuration
	// wants content.
	System    = semconv.GenAISystemInstructionsKey
	Input     = semconv.GenAIInputMessagesKey
	Output    = semconv.GenAIOutputMessagesKey
	Arguments = semconv.GenAIToolCallArgumentsKey
	Result    = semconv.GenAIToolCallResultKey
)

// The metrics. Prometheus shows them with _ for the dots, and units and
// _total added.
const (
	MetricLines     = "familiar.lines"       // heard, by network
	MetricUnmatched = "familiar.unmatched"   // heard where nobody is, by network
	MetricDecisions = "familiar.decisions"   // by act, rung and familiar
	MetricTurns     = "familiar.turn"        // seconds from order to delivery, by familiar, trigger and rung
	MetricQuestions = "familiar.judge"       // seconds from order to verdict, by familiar and trigger
	MetricPosts     = "familiar.posts"       // by account and outcome
	MetricCost      = "familiar.cost"        // US dollars, by familiar and model
	MetricPassed    = "familiar.passed_over" // models of a chain in whose place another was asked, by model and why
	MetricUnderWay  = "familiar.under_way"   // records not yet stepped, and busy channels
	MetricActors    = "familiar.actors"      // in memory

	MetricDecide     = "familiar.decide"         // seconds from the journal to the decision about a line
	MetricAppend     = "familiar.append"         // seconds that the journal takes for an event
	MetricShed       = "familiar.shed"           // lines without room, by network
	MetricLetters    = "familiar.letters"        // what was given up, by outcome: failed, unknown or skipped
	MetricOutbox     = "familiar.outbox"         // posts that wait for their network, by account
	MetricOutboxAge  = "familiar.outbox_age"     // seconds since the oldest of them was ordered, by account
	MetricListening  = "familiar.listening"      // 1: the account has its network; 0: it doesn't
	MetricLag        = "familiar.checkpoint_lag" // records that a start would read again, by partition
	MetricStale      = "familiar.stale_records"  // of former owners, which were read and have no effect
	MetricModelCalls = "familiar.model_calls"    // of a model, under way
	MetricModelQueue = "familiar.model_queue"    // calls that wait for a model
	MetricModelAway  = "familiar.model_away"     // 1: the model is left alone, because it fails; 0: it is asked

	MetricHeld      = "familiar.held"            // partitions or accounts that this process has, by share
	MetricWanted    = "familiar.wanted"          // that it should have
	MetricUnheld    = "familiar.unheld"          // that nobody has
	MetricTaking    = "familiar.taking_over"     // seconds since the oldest take-over under way began, by share
	MetricTakeOver  = "familiar.take_over"       // seconds of take-overs that succeeded, by share and cause
	MetricStage     = "familiar.take_over_stage" // seconds of their stages, by share and stage
	MetricGiveUp    = "familiar.give_up"         // seconds until others may have it, by share and cause
	MetricBehind    = "familiar.behind"          // records still to read of a partition that is taken over
	MetricAsk       = "familiar.ask"             // seconds until another process has answered, by question and outcome
	MetricMembers   = "familiar.members"         // processes, by state and version
	MetricJoins     = "familiar.joins"           // others that were seen to enter
	MetricLateRenew = "familiar.late_renewals"   // of a key, which nearly expired

	MetricModelTime = "gen_ai.client.operation.duration"
	MetricFirst     = "gen_ai.client.operation.time_to_first_chunk"
	MetricTokens    = "gen_ai.client.token.usage"
)
