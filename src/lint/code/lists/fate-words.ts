// The words by which a list is asked, kept, dropped or held against something. Vocabulary only, of languages and their
// libraries; none of it names a list.
import type { Fate } from '../../model/model.ts';

/** Methods of a list that ask whether something is in it. */
export const HAS =
  /^(has|includes|include\?|contains|Contains|contains\?|containsKey|ContainsKey|contains_key|indexOf|IndexOf|key\?|has_key\?|member\?|exists|exist|some|any|any\?|anyMatch|Any|get|hasOwnProperty|TryGetValue)$/;
/** Functions that are given the list. */
export const HAS_OF =
  /^(in_array|array_key_exists|isset|Contains|ContainsFunc|member\?|elem|isin|includes|contains|has|hasOwn|hasKey|has_key\?|IsIn|inArray|matches!)$/;
/** What is kept is what the function says yes to; likewise what a validator lets through. */
export const KEEPS =
  /^(filter|Where|select|keep_if|takeWhile|retain|refine|check|custom|must|Must|every|all|All|all\?|allMatch|array_filter|filterTo|select!|filter!|TrueForAll)$/;
/** Of these, what picks some out of many, for whatever purpose. */
const PICKS = /^(filter|Where|select|keep_if|takeWhile|array_filter|filterTo|select!|filter!)$/;
export const DROPS =
  /^(reject|reject!|removeIf|remove_if|RemoveAll|filterNot|delete_if|drop|dropWhile|removeAll|none|none\?|noneMatch|omitBy|DeleteFunc|drop_while|removeWhere|skipWhile|assertFalse|IsFalse|refute)$/;
/** What finds one of them is as good as asking. */
export const FINDS =
  /^(some|any|any\?|anyMatch|Any|find|findIndex|first|detect|firstWhere|firstOrNull|ContainsFunc|exists|Exists|First|FirstOrDefault|find_any|findFirst|IndexFunc|bool|Boolean|iter)$/;
/** Calls that go on only if it holds. */
export const ASKS =
  /^(require|check|assert|invariant|ensure|precondition|checkArgument|checkState|isTrue|IsTrue|ok|assertTrue|validate|ensure!|assert!|Assert|filter|reject|some|any|find|Where|removeIf)$/;
export const HOLDS = /^(assert|require)$/;
export const SUBTRACTS =
  /^(array_diff|array_diff_key|difference|Except|except|ExceptWith|removeAll|RemoveAll|subtract|subtracting|without|omit|notIn|not_in|NotIn|disallow|invalid|exclude|excluding|minus|pullAll|difference_update|whereNotIn|none_of|noneOf|diff|validate_exclusion|IsNotIn|isNotIn|not_|exclusion)$/;
/** Validators of what may be there. */
export const ACCEPTS =
  /^(enum|nativeEnum|oneOf|isIn|IsIn|valid|picklist|validate_inclusion|enumValues|IsEnum)$/;
/** Keys whose values are what may not be there. */
export const AGAINST =
  /^(exclusion|not|notIn|not_in|nin|\$nin|excluded|exclude|notOneOf|not_contains|minus|no-restricted-\w{1,20})$/;
/** Assertions that something is refused. */
export const DENIES =
  /^(assertThrows|assertThrowsExactly|assertThrowsAsync|assert_raises|assert_raise|assertRaises|assertRaisesRegex|ThrowsAsync|Throws|ThrowsAny|ThrowsAnyAsync|Throw|ThrowAsync|rejects|throws|assertFailsWith|shouldThrow|XCTAssertThrowsError|assertFalse|refute|IsFalse|False|toThrow|toThrowError|toThrowErrorMatchingInlineSnapshot|raise_error|rejected|rejectedWith|toBeFalsy|assertThatThrownBy|assertThatExceptionOfType|isInstanceOf|XCTAssertFalse|isFalse|BeFalse|assert_not|assertIsFalse|raises)$/;
export const KEYWORD = /^(if|elif|elsif|elseif|unless|guard|when|while)$/;

export const fateIf = (kept: boolean, how: Fate = 'accepted'): Fate => (kept ? how : 'refused');

/** What a call does with that for which its argument is true. */
export function called(last: string, negated: boolean): Fate | 'further' | undefined {
  if (FINDS.test(last)) return 'further';
  if (DROPS.test(last)) return fateIf(negated);
  if (PICKS.test(last)) return fateIf(!negated, 'picked');
  return KEEPS.test(last) || ASKS.test(last) ? fateIf(!negated) : undefined;
}
