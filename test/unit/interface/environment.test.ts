// One service with one client id is one environment, however its address is spelled.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { environmentName } from '../../../src/interface/environment.ts';

describe('the name of an environment', () => {
  it.each<[string, string[]]>([
    [
      'https://api.example.com c1',
      [
        'https://api.example.com',
        'https://api.example.com/',
        'https://api.example.com//',
        'https://API.Example.COM',
        'https://api.example.com.',
        'https://api.example.com.:443/',
        'https://api.example.com:443',
        ' https://api.example.com ',
      ],
    ],
    ['https://api.example.com/v2 c1', ['https://api.example.com/v2', 'https://api.example.com./v2//']],
    [
      'http://127.0.0.1:8080 c1',
      [
        'http://127.0.0.1:8080',
        'http://localhost:8080/',
        'http://LOCALHOST.:8080',
        'http://[::1]:8080',
        'http://127.1:8080',
        'http://127.9.9.9:8080',
        'http://[0:0:0:0:0:0:0:1]:8080',
      ],
    ],
    ['http://127.0.0.1 c1', ['http://localhost', 'http://localhost:80']],
  ])('is "%s" for every spelling of the address', (expected, spellings) => {
    for (const spelling of spellings) expect(environmentName(spelling, 'c1'), spelling).toBe(expected);
  });

  it('differs for another service or another client id', () => {
    const addresses = [
      'https://api.example.com',
      'http://127.0.0.1',
      'https://127.0.0.1',
      'https://api.example.com:8443',
      'https://api.example.com/v2',
      'https://api.example.com/V2',
      'https://localhost.example.com',
      'https://127.0.0.1.example.com',
    ];
    expect(new Set(addresses.map((address) => environmentName(address, 'c1'))).size).toBe(addresses.length);
    expect(environmentName('https://a.example', 'c1')).not.toBe(environmentName('https://a.example', 'C1'));
  });

  it('has the client id without outer spaces', () => {
    expect(environmentName('https://a.example', ' c1\t')).toBe('https://a.example c1');
  });

  it('does not change when it is made from its own parts again', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (url, clientId) => {
        const once = environmentName(url.split(/[?#]/)[0] ?? url, clientId);
        const space = once.indexOf(' ');
        expect(environmentName(once.slice(0, space), once.slice(space + 1))).toBe(once);
      }),
    );
  });
});
