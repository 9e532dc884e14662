// Which files of a folder the .gitignore files exclude: the same as `git status` excludes.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Walk } from '../../../src/lint/files/walk.ts';
import { folder } from '../../kit/folder.ts';

/** The JavaScript files that a walk of `start` gives, relative to the folder. */
function walked(files: Record<string, string>, start = '.', globs: readonly string[] = []): string[] {
  const at = folder(files);
  const taken: string[] = [];
  new Walk(at, globs).files(join(at, start), (file) => taken.push(file.slice(at.length + 1)));
  return taken.filter((name) => name.endsWith('.js'));
}

const GENERATED = { 'gen/a.js': '', 'sub/gen/b.js': '', 'sub/gen/in/c.js': '', 'sub/d.js': '' };
const INCLUDED = ['sub/d.js', 'sub/gen/b.js', 'sub/gen/in/c.js'];

describe('a .gitignore file below another one', () => {
  it.each(
    ['gen/', 'gen', '**/gen/'].flatMap((above) => ['!gen/', '!gen', '!/gen/'].map((below) => [above, below])),
  )('includes a folder again that the other one excludes: %s above, %s below', (above, below) => {
    const files = { ...GENERATED, '.gitignore': above, 'sub/.gitignore': below };
    expect(walked(files).sort()).toEqual(INCLUDED);
  });
  it('includes a folder again whose whole path the other one names', () => {
    const files = { ...GENERATED, '.gitignore': 'sub/gen/', 'sub/.gitignore': '!gen/' };
    expect(walked(files).sort()).toEqual(['gen/a.js', ...INCLUDED]);
  });
  it('includes a folder with the marks of a pattern in its name', () => {
    const files = {
      '.gitignore': 'g*/',
      'sub/.gitignore': '!g\\[e]\\*n/',
      'sub/g[e]*n/a.js': '',
      'sub/gen/b.js': '',
    };
    expect(walked(files)).toEqual(['sub/g[e]*n/a.js']);
  });
  it('leaves other patterns in force inside the folder that it includes again', () => {
    const files = { ...GENERATED, '.gitignore': 'gen/\nc.js', 'sub/.gitignore': '!gen/' };
    expect(walked(files).sort()).toEqual(['sub/d.js', 'sub/gen/b.js']);
    expect(walked({ ...files, '.gitignore': '*\n!sub' })).toEqual([]);
  });
  it('includes nothing again below an excluded folder', () => {
    const files = {
      ...GENERATED,
      '.gitignore': 'gen/',
      'sub/.gitignore': '!gen/b.js',
      'sub/gen/.gitignore': '!*',
    };
    expect(walked(files)).toEqual(['sub/d.js']);
  });
  it('applies to a named folder deep inside the folder that it includes again', () => {
    const files = { ...GENERATED, '.git/HEAD': '', '.gitignore': 'gen/\nc.js', 'sub/.gitignore': '!gen/' };
    expect(walked({ ...files, 'sub/gen/in/e.js': '' }, 'sub/gen/in')).toEqual(['sub/gen/in/e.js']);
  });
});

describe('letter case', () => {
  it('counts in patterns of .gitignore', () => {
    expect(walked({ '.gitignore': 'Build/\n*.JS\nsrc/', 'build/a.js': '', 'src/b.js': '' })).toEqual([
      'build/a.js',
    ]);
  });
  it('counts in globs of the config file', () => {
    expect(walked({ 'build/a.js': '', 'src/b.js': '' }, '.', ['Build/', 'src/'])).toEqual(['build/a.js']);
  });
});
