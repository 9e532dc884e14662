// Files that test or stand in for something, by where they lie.

/** A part of a path. */
const TESTS = /(?:^|[/._-])(?:tests?|__tests__|specs?|mocks?|__mocks__|fakes?|stubs?|fixtures?|e2e)[/._-]/i;

export const isTestFile = (path: string): boolean => TESTS.test(path);
