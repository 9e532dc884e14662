// What JSON, YAML, HCL and their like have in common: objects, lists and texts with their places. Made by the readers of each
// format, turned into facts by tree-facts.ts.
import type { Region } from './region.ts';

export interface TreeKey {
  readonly text: string;
  /** Of the key itself, without its quotes. */
  readonly start: number;
  readonly end: number;
}

export interface TreeMember {
  readonly key: TreeKey;
  /** `undefined` if only a name is given: `{ amount }`. */
  value?: TreeNode;
}

/** `hole`: something that another program fills in, `{{ x }}`. `other`: numbers, names, expressions. */
export interface TreeNode {
  readonly kind: 'object' | 'list' | 'text' | 'hole' | 'other';
  readonly start: number;
  end: number;
  /** Of a text: as written, without its quotes. Of `hole` and `other`: as written. */
  readonly text: string;
  /** Of a text: its value, if that is not as written. */
  readonly value?: Region;
  readonly members: TreeMember[];
  readonly items: TreeNode[];
}

export const treeNode = (kind: TreeNode['kind'], start: number, end: number, text = ''): TreeNode => ({
  kind,
  start,
  end,
  text,
  members: [],
  items: [],
});

export const memberOf = (node: TreeNode | undefined, name: string): TreeNode | undefined =>
  node?.members.find(({ key }) => key.text === name)?.value;
