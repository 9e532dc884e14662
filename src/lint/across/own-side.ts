// Files that ask a server of the same tree, by where they lie: what tries it, and the other ends of what it answers.

/** What tries a deployment. */
const TRIALS =
  /(?:^|[/._-])(?:k6|e2e|load_?tests?|loadtesting|locustfiles?|gatling|artillery|bench(?:marks?)?|smoke|scripts|integration)(?:[/._-]|$)/i;
/** Pages, apps, and what is given to others to call it by. */
const SIDES =
  /^(?:[\w-]{1,40}\/)?(?:web|webapp|mobile|android|ios|frontend|front|ui|sdks?|cli|client)(?:\/|$)/i;

export const isTrial = (path: string): boolean => TRIALS.test(path);
export const isOfOtherEnd = (path: string): boolean => SIDES.test(path) && !isTrial(path);
