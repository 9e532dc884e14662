// The words of calls that give a key to something, of those that only ask, and of those that begin an object. Vocabulary only.

export const PUTS =
  /^(put|set|add|addProperty|append|insert|field|putIfAbsent|put_new|Set|Add|SetString|emplace|property|store|setdefault|TryAdd)$/;
export const APPENDS = /^(push|append|add|Add|push_back|concat|insert|addAll|AddRange|extend)$/;
/** What a function with a name and something else for its arguments does, if it makes no body: asks, complains, declares. */
export const ASKS =
  /^(get|try_?get|has|is|find|read|parse|column|field|label|input|error|fail|reject|remove|delete|omit|except|without|debug|warn|log|trace|print|assert|expect|equal|contain|include|start|end|valid|check|require|rule|throw|trans|rename|drop|alter|modify|change|opt|dig|fetch|pluck|select|where|order|group|filter|mock|verify|emit|track|define|param|header|replace|match|with_?message|with_?name|message|resolve|deprecat|forbid|refus|ignore|unset|pop|skip|exclude|describe|annotat|option|add_?(column|index|error|foreign|violation|issue|constraint))|^(t|__|i18n|on|it|eq|ne|gt|lt|map|test|text|varchar|char|string|integer|int|bigint|long|decimal|numeric|float|double|boolean|bool|uuid|jsonb?|timestamp|date|datetime|enum|index|unique|references|value|query|info|n|c|e|translate|register)$|(error|missing|invalid|exists|present|equals|column|field|label)$/i;
/** `withField(name, value)`, but not `add_error(name, text)`. */
export const SETS =
  /^(?:set|with|put|append|add)_?(?:field|value|prop|property|attribute|key|entry|param|json)$/i;
/** Calls that begin an object or a list under a name: `putJsonObject("compliance") {`, `writer.WriteStartObject("compliance")`. */
export const OPENS =
  /^(?:put|write|begin|start|add|with|open|nest)_?(?:start)?_?(?:json)?_?(?:object|array|map|hash|node)(?:field)?(?:start)?$/i;
/** Of a writer that is given the name first and the value in a call of its own. */
export const NAMES_NEXT = /^(name|key|property|writePropertyName|WritePropertyName|writeFieldName)$/;
export const SETTER = /^(?:set|with|Set|With|set_|with_|add)(?=[A-Z_])_?/;
/** A program's own options: `flag.Float64("amount", 0, "...")`. */
export const OPTIONS =
  /^(flags?|pflag|fs|flag_?set|kingpin|argparse|yargs|commander|click|typer|opts|getopt|program)$/i;
