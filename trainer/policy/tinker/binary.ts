/**
 * The three messages that newer Tinker servers and clients (SDK 0.25 and later) exchange as protocol buffers: the body
 * of `forward_backward`, and the results of sampling and of passes. Field numbers are the SDK's.
 */
import { ProtobufWriter } from '../pocket/onnx/protobuf.ts';
import {
  allBytes,
  bytesOf,
  bytesOfNumbers,
  doubleOf,
  type Field,
  fieldsOf,
  integerOf,
  numbersOf,
  textOf,
} from './protobuf-reader.ts';
import type { Datum, LossInput, Passed, Sampled } from './wire.ts';

export const BINARY = 'application/x-protobuf';

const FLOAT32 = 1;
const INT64 = 2;
const STOPPED = 0;

export interface PassRequest {
  readonly model: string;
  /** From 1; 0 means none. */
  readonly sequence: number;
  readonly input: LossInput;
  /** Log-probabilities and losses without gradients. */
  readonly forwardOnly: boolean;
}

export function writePassRequest({ model, sequence, input, forwardOnly }: PassRequest): Uint8Array {
  const out = new ProtobufWriter().text(1, model).integer(2, sequence);
  for (const one of input.data) out.message(3, (inner) => writeDatum(inner, one));
  out.text(4, input.loss_fn);
  for (const [name, value] of Object.entries(input.loss_fn_config ?? {}))
    out.message(5, (entry) => void entry.text(1, name).double(2, value));
  if (forwardOnly) out.integer(6, 1);
  return out.finish();
}

function writeDatum(out: ProtobufWriter, { model_input, loss_fn_inputs }: Datum): void {
  for (const { tokens } of model_input.chunks)
    out.message(
      1,
      (chunk) => void chunk.message(1, (text) => void text.blob(1, bytesOfNumbers(tokens, 'int32'))),
    );
  for (const [name, { data }] of Object.entries(loss_fn_inputs)) {
    const kind = name === 'target_tokens' ? 'int64' : 'float32';
    out.message(2, (entry) => {
      entry.text(1, name).message(2, (tensor) => {
        tensor
          .blob(1, bytesOfNumbers(data, kind))
          .integer(3, kind === 'int64' ? INT64 : FLOAT32)
          .blob(4, Uint8Array.from(varint(data.length)));
      });
    });
  }
}

/** A shape of one dimension, packed. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

/** @throws RangeError */
export function readPassRequest(bytes: Uint8Array): PassRequest {
  const fields = [...fieldsOf(bytes)];
  const config = allBytes(fields, 5).map((entry) => {
    const parts = [...fieldsOf(entry)];
    return [textOf(bytesOf(parts, 1)), doubleOf(bytesOf(parts, 2))] as const;
  });
  return {
    model: textOf(bytesOf(fields, 1)),
    sequence: integerOf(fields, 2),
    input: {
      data: allBytes(fields, 3).map(readDatum),
      loss_fn: textOf(bytesOf(fields, 4)),
      loss_fn_config: config.length > 0 ? Object.fromEntries(config) : null,
    },
    forwardOnly: integerOf(fields, 6) !== 0,
  };
}

function readDatum(bytes: Uint8Array): Datum {
  const fields = [...fieldsOf(bytes)];
  const chunks = allBytes(fields, 1).map((chunk) => {
    const text = bytesOf([...fieldsOf(chunk)], 1);
    if (!text) throw new RangeError('a chunk of the model input is no text');
    const tokens = bytesOf([...fieldsOf(text)], 1);
    return { type: 'encoded_text' as const, tokens: tokens ? numbersOf(tokens, 'int32') : [] };
  });
  const inputs = allBytes(fields, 2).map((entry) => {
    const parts = [...fieldsOf(entry)];
    return [textOf(bytesOf(parts, 1)), { data: readTensor(bytesOf(parts, 2)) }] as const;
  });
  return { model_input: { chunks }, loss_fn_inputs: Object.fromEntries(inputs) };
}

function readTensor(bytes: Uint8Array | undefined): number[] {
  const fields = bytes ? [...fieldsOf(bytes)] : [];
  const dense = bytesOf(fields, 1);
  return dense ? numbersOf(dense, integerOf(fields, 3) === INT64 ? 'int64' : 'float32') : [];
}

export function writeSampled({ sequences }: Sampled): Uint8Array {
  const out = new ProtobufWriter();
  for (const { stop_reason, tokens, logprobs } of sequences)
    out.message(1, (one) => {
      if (stop_reason === 'length') one.integer(1, 1);
      one.blob(2, bytesOfNumbers(tokens, 'int32'));
      if (logprobs) one.blob(3, bytesOfNumbers(logprobs, 'float32'));
    });
  return out.finish();
}

/** @throws RangeError */
export function readSampled(bytes: Uint8Array): Sampled {
  return {
    sequences: allBytes([...fieldsOf(bytes)], 1).map((one) => {
      const fields = [...fieldsOf(one)];
      const logprobs = bytesOf(fields, 3);
      return {
        stop_reason: integerOf(fields, 1) === STOPPED ? 'stop' : 'length',
        tokens: numbersOf(bytesOf(fields, 2) ?? new Uint8Array(), 'int32'),
        logprobs: logprobs ? numbersOf(logprobs, 'float32').map(orNull) : null,
      };
    }),
  };
}

/** JSON has no number for what is none. */
const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

export function writePassed({ loss_fn_output_type, loss_fn_outputs, metrics }: Passed): Uint8Array {
  const out = new ProtobufWriter().text(1, loss_fn_output_type ?? '');
  const names = Object.keys(loss_fn_outputs[0] ?? {});
  out.message(2, (record) => {
    record.text(1, loss_fn_output_type ?? '');
    for (const name of names) {
      const arrays = loss_fn_outputs.map((one) => one[name]?.data ?? []);
      const offsets = [0];
      for (const { length } of arrays) offsets.push((offsets.at(-1) ?? 0) + 4 * length);
      record.message(2, (entry) => {
        entry.text(1, name).message(2, (batch) => {
          batch
            .blob(1, bytesOfNumbers(arrays.flat(), 'float32'))
            .blob(2, bytesOfNumbers(offsets, 'int64'))
            .integer(3, FLOAT32);
        });
      });
    }
    record.integer(3, loss_fn_outputs.length);
  });
  for (const [name, value] of Object.entries(metrics ?? {}))
    if (value !== null) out.message(3, (entry) => void entry.text(1, name).double(2, value));
  return out.finish();
}

/** @throws RangeError */
export function readPassed(bytes: Uint8Array): Passed {
  const fields = [...fieldsOf(bytes)];
  const metrics = allBytes(fields, 3).map((entry) => {
    const parts = [...fieldsOf(entry)];
    return [textOf(bytesOf(parts, 1)), doubleOf(bytesOf(parts, 2))] as const;
  });
  return {
    loss_fn_output_type: textOf(bytesOf(fields, 1)),
    loss_fn_outputs: allBytes(fields, 2).flatMap((record) => readRecord([...fieldsOf(record)])),
    metrics: Object.fromEntries(metrics),
  };
}

/** Arrays of many data lie behind each other, with the place where each begins. */
function readRecord(fields: readonly Field[]): Record<string, { data: (number | null)[] }>[] {
  const outputs: Record<string, { data: (number | null)[] }>[] = Array.from(
    { length: integerOf(fields, 3) },
    () => ({}),
  );
  for (const entry of allBytes(fields, 2)) {
    const parts = [...fieldsOf(entry)];
    const batch = [...fieldsOf(bytesOf(parts, 2) ?? new Uint8Array())];
    const [data, starts] = [bytesOf(batch, 1) ?? new Uint8Array(), bytesOf(batch, 2) ?? new Uint8Array()];
    const offsets = numbersOf(starts, 'int64');
    if (integerOf(batch, 3) !== FLOAT32) continue;
    for (const [i, output] of outputs.entries()) {
      const end = offsets[i + 1] ?? data.length;
      output[textOf(bytesOf(parts, 1))] = {
        data: numbersOf(data.subarray(offsets[i] ?? end, end), 'float32').map(orNull),
      };
    }
  }
  return outputs;
}
