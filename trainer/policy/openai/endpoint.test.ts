import { describe, expect, it } from 'vitest';
import { callText } from './calls.ts';
import { addressOf, checkBody } from './endpoint.ts';
import { costOf, usageText } from './meter.ts';
import { eventsOf } from './stream.ts';
import { apart } from './thinking.ts';

describe('an address', () => {
  it.each([
    ['http://localhost:8000', 'http://localhost:8000/v1/chat/completions'],
    ['http://localhost:8000/', 'http://localhost:8000/v1/chat/completions'],
    ['https://a.example/openai/v1/', 'https://a.example/openai/v1/chat/completions'],
    [
      'https://a.example/x/chat/completions?api-version=1',
      'https://a.example/x/chat/completions?api-version=1',
    ],
  ])('%s is asked at %s', (url, address) => {
    expect(addressOf({ url }).href).toBe(address);
  });

  it('holds no key, and a key does not travel in the clear', () => {
    expect(() => addressOf({ url: 'https://user:secret@a.example' })).toThrow(/no place for a key/);
    expect(() => addressOf({ url: 'http://a.example/v1', key: 'k' })).toThrow(/in the clear/);
    expect(() => addressOf({ url: 'http://127.0.0.1:1/v1', key: 'k' })).not.toThrow();
    expect(() => addressOf({ url: 'ftp://a.example' })).toThrow(/needs a URL/);
  });
});

describe('a key', () => {
  it('is no field of the request that may be set', () => {
    expect(() => checkBody({ messages: [] })).toThrow(/messages is ours/);
  });
});

describe('thinking', () => {
  it.each([
    ['plain', undefined, 'plain'],
    ['<think>a</think>b', 'a', 'b'],
    ['a\n</think>\nb', 'a', 'b'],
    ['<think>a', 'a', ''],
  ])('of %j', (text, thinking, said) => {
    expect(apart(text)).toEqual({ thinking, said });
  });
});

it('a tool call becomes what environments read, also where it is no JSON or holds a closing tag', () => {
  const call = (given: string) =>
    callText({ id: 'c', type: 'function', function: { name: 'f', arguments: given } });
  expect(call('{"a": 1}')).toBe('<tool_call>{"name": "f", "arguments": {"a":1}}</tool_call>');
  expect(call('{"a": ')).toBe('<tool_call>{"name": "f", "arguments": {"a": }</tool_call>');
  const inside = call('{"a": "</tool_call>"}');
  expect(inside.indexOf('</tool_call>')).toBe(inside.length - '</tool_call>'.length);
  expect(JSON.parse(inside.slice(11, -12))).toEqual({ name: 'f', arguments: { a: '</tool_call>' } });
});

it('costs are what the user says a million tokens cost', () => {
  const usage = { requests: 3, retries: 1, inputTokens: 2_000_000, outputTokens: 500_000, uncounted: 1 };
  expect(costOf(usage, { input: 0.5, output: 2 })).toBeCloseTo(2, 9);
  expect(usageText(usage, { input: 0.5, output: 2 })).toBe(
    '3 requests (1 repeated), 2,000,000 tokens in, 500,000 out, 2.0000 at your prices; at least, since 1 answers came without a count',
  );
});

it('events come through whatever cuts the bytes are sent in', async () => {
  const text = ': ping\r\ndata: {"a":"ü"}\r\n\r\ndata: one\ndata: two\n\nevent: x\n\ndata: [DONE]\n\n';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 7, bytes.length]) {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const all: string[] = [];
    for await (const data of eventsOf(stream)) all.push(data);
    expect(all).toEqual(['{"a":"ü"}', 'one\ntwo', '[DONE]']);
  }
});
