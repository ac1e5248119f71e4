/** Parameters of our own requests: parsed, and refused in words. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { z } from 'zod';

/** @throws ResponseError that names what is wrong. */
export function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given ?? {});
  if (result.success) return result.data;
  throw new ResponseError(ErrorCodes.InvalidParams, z.prettifyError(result.error));
}
