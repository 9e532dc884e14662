// Routes below a group or a prefix, and tables of routes that are registered one after the other: told, as other forms of
// frameworks, by what stands right before and behind a path. Bounded, all of them: a place's 400 characters before it, 160 behind.
export type Form = readonly [before: RegExp, behind?: RegExp];

/** What an entry of such a table has besides its path. */
const SCRIPT_BEHIND = /^[^{}]{0,150}\b(?:handler|controller|action|module)\s{0,2}[:,}]/;
const SCRIPT_BEFORE =
  /\{[^{}]{0,100}\b(?:handler|controller)\s{0,2}:[^{}]{0,150}\b(?:path|url|route)\s{0,2}:\s{0,2}$/;

const SCRIPT: readonly Form[] = [
  [/\{[^{}]{0,200}\b(?:path|url|route)\s{0,2}:\s{0,2}$/, SCRIPT_BEHIND],
  [SCRIPT_BEFORE],
  [
    /\.group\(\s{0,20}$/,
    /^\s{0,4},\s{0,20}(?:\{[^{}]{0,100}\}\s{0,4},\s{0,20})?(?:async\s)?\(?\s{0,4}\w{1,30}\s{0,4}\)?\s{0,4}=>/,
  ],
  [/\}\s{0,4}\)(?:\s{0,20}\.\w{1,30}\([^()]{0,60}\)){0,2}\s{0,20}\.prefix\(\s{0,4}$/, /^\s{0,4}\)/],
  [/\bsource["']?\s{0,2}:\s{0,2}$/, /^\s{0,4},\s{0,20}["']?destination\b/],
  // Bounded: a place's 400 characters.
  [/\bproxy["']?\s{0,2}:\s{0,2}\{[^;]{0,350}$/, /^\s{0,2}:\s{0,4}["'`]https?:\/\//],
];
const PYTHON: readonly Form[] = [
  [/\burl_prefix\s{0,2}=\s{0,2}[rf]?$/],
  [/\.add_router\(\s{0,20}$/],
  [/(?<![\w.])(?:Mount|WebSocketRoute)\(\s{0,20}$/, /^\s{0,2},/],
  [/\bclass\s{1,4}\w{1,60}\([^()\n]{0,40}Controller\):[^@]{0,200}\bpath\s{0,2}=\s{0,2}$/],
  [
    /[([]\s{0,20}(?:[A-Za-z_][\w.]{0,40}\s{0,4}\+\s{0,4}r?|(?:r?f|fr)["']?\{[\w.]{1,40}\}|r)$/,
    /^\/?\??\$?["']?\s{0,2},\s{0,4}[\w.]{0,60}(?:Handler|Resource|View)\b/,
  ],
  [
    /(?<![\w.])(?:tornado\.web\.)?(?:url|URLSpec)\(\s{0,20}r?$/,
    /^\/?\??\$?["']?\s{0,2},\s{0,4}[\w.]{0,60}Handler\b/,
  ],
  [
    /["'](?:path|url|rule|route)["']\s{0,2}:\s{0,2}$/,
    /^\s{0,2},[^{}]{0,120}["'](?:handler|view|view_func|controller)["']\s{0,2}:/,
  ],
  [
    // Bounded: a place's 400 characters.
    /["'](?:handler|view|view_func|controller)["']\s{0,2}:[^{}]{0,120}["'](?:path|url|rule|route)["']\s{0,2}:\s{0,2}$/,
  ],
  [
    /["'](?:GET|PUT|POST|PATCH|DELETE)["']\s{0,2},\s{0,4}$/,
    /^\s{0,2},\s{0,4}[\w.]{0,60}(?:[hH]andlers?|[vV]iews?|[cC]ontrollers?)(?:\.\w{1,60})?\s{0,4}[,)]/,
  ],
];
const GO: readonly Form[] = [
  [
    /\{[^{}]{0,200}\b(?:Path|Pattern|Route|URL)\s{0,2}:\s{0,8}$/,
    /^\s{0,2},[^{}]{0,150}\b(?:Handler|HandlerFunc|HandleFunc|Handle|Action)\s{0,2}:/,
  ],
  [
    // Bounded: a place's 400 characters.
    /\b(?:Handler|HandlerFunc|HandleFunc|Handle)\s{0,2}:[^{}]{0,150}\b(?:Path|Pattern|Route|URL)\s{0,2}:\s{0,8}$/,
  ],
  [
    /\bmap\[string\](?:[\w.]{0,40}Handler(?:Func)?|func\([^()]{0,80}\*?http\.Request\))\{[^}]{0,250}$/,
    /^\s{0,2}:/,
  ],
];
const PHP: readonly Form[] = [
  [/(?:\bRoute::|->)prefix\(\s{0,4}$/, /^\s{0,4}\)/],
  [/["']prefix["']\s{0,4}=>\s{0,4}$/],
  [/\$\w{1,30}->(?:group|scope|connect|mount)\(\s{0,20}$/],
  [
    /["'](?:GET|PUT|POST|PATCH|DELETE)["']\s{0,4},\s{0,20}$/,
    /^\s{0,4},\s{0,20}\[?\s{0,4}["']?\\?[\w\\]{0,80}(?:Controller|Handler|Action)\b/,
  ],
  [
    /["'](?:path|url|route)["']\s{0,4}=>\s{0,4}$/,
    /^\s{0,4},[^[\]]{0,120}["'](?:controller|handler|action)["']\s{0,4}=>/,
  ],
  [/["'](?:GET|PUT|POST|PATCH|DELETE)\s$/, /^\s{0,4}=>\s{0,4}["'][\w-]{1,40}\/\w/],
];
/** Grails, whose language is read as Java. */
const JAVA: readonly Form[] = [[/[\s{;]$/, /^\s{0,2}\(\s{0,4}(?:controller|resources?)\s{0,2}:/]];
/** Scala is read as Kotlin. */
const KOTLIN: readonly Form[] = [
  // Bounded: a place's 400 characters.
  [/\bendpoint\b[^;]{0,300}\.(?:in|securityIn|prependIn)\([^)\n]{0,100}$/],
  [/\bMethod\.(?:GET|PUT|POST|PATCH|DELETE)\s{0,2}\/[^\n]{0,100}$/, /^\s{0,2}(?:\/[^\n]{0,60})?->/],
  [/[\s(,]$/, /^\s{1,4}bind\s/],
];

export const GROUPS: Readonly<Record<string, readonly Form[]>> = {
  ...{ typescript: SCRIPT, tsx: SCRIPT, javascript: SCRIPT, python: PYTHON, go: GO },
  ...{ php: PHP, java: JAVA, kotlin: KOTLIN },
};
