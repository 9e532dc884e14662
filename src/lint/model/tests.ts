// Files that test or stand in for something, by where they lie.

/** A part of a path. */
const TESTS =
  /(?:^|[/._-])(?:tests?|testing|test_?(?:data|utils?|helpers?|support|lib|doubles?|resources)|__tests__|specs?|(?:wire|http)?mocks?|mock_?(?:servers?|data)|mockoon|__mocks__|mirage|msw|fakes?|stubs?|fixtures?|__fixtures__|cassettes|pacts|e2e|cypress|playwright|conftest|step_definitions|__snapshots__)[/._-]/i;
/** What tools are set up by, and what Cucumber and its like read; `features` alone holds parts of a program more often. */
const SET_UP =
  /(?:^|\/)(?:jest|vitest|karma|mocha)[.-][\w.-]{0,40}\.[cm]?[jt]sx?$|(?:^|\/)features\/(?:support|steps?|environment\.py)|\.feature$/i;
/** A folder, a project or a type of tests, by a capital: `App.UnitTests/`, `ClientTest.java`. */
const TYPED =
  /[a-z\d](?:Tests?|TestCase|TestData|Mocks?|Fakes?|Stubs?)[/.]|[a-z\d]IT\.(?:java|kt|groovy|scala)$|[a-z\d]Specs?\.(?:scala|kt|groovy)$/;

export const isTestFile = (path: string): boolean =>
  TESTS.test(path) || SET_UP.test(path) || TYPED.test(path);
