/** What a server of OpenEnv tells about itself: metadata, schemas and the description of its paths. */
import { z } from 'zod';
import { count } from '../../server/contract/visible.ts';
import {
  action,
  episodeState,
  observation,
  resetArguments,
  stepRequest,
  stepResult,
} from '../../server/protocol/openenv.ts';
import { VERSION } from '../version.ts';
import type { Catalogue } from './catalogue.ts';

/** Of the protocol, not of us: by it the validator chooses its profile. */
const PROTOCOL = '1.0.0';

const schemaOf = (schema: z.ZodType): z.core.JSONSchema.BaseSchema => z.toJSONSchema(schema, { io: 'input' });

export const schemas = () => ({
  action: schemaOf(action),
  observation: schemaOf(observation),
  state: schemaOf(episodeState),
});

export const metadataOf = (name: string, { environments }: Catalogue) => ({
  name,
  description: `${count(environments.length, 'text environment')}, served by Spade Studio ${VERSION}. An action is {"message": text}; a reset takes "seed" and "environment" (a name, the beginning of a SHA-256, or an index).`,
  readme_content: null,
  version: PROTOCOL,
  author: null,
  documentation_url: null,
});

const answer = (schema: z.core.JSONSchema.BaseSchema) => ({
  responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
});

const taking = (schema: z.core.JSONSchema.BaseSchema, required: boolean) => ({
  requestBody: { required, content: { 'application/json': { schema } } },
});

export const openApiOf = (name: string) => {
  const anything = { type: 'object' } as const;
  const result = schemaOf(stepResult);
  return {
    openapi: '3.1.0',
    info: { title: name, version: PROTOCOL },
    paths: {
      '/health': { get: { summary: 'Is it at work?', ...answer(anything) } },
      '/metadata': { get: { summary: 'Name and description', ...answer(anything) } },
      '/schema': { get: { summary: 'Schemas of actions, observations and states', ...answer(anything) } },
      '/reset': {
        post: {
          summary: 'The beginning of an episode; play over /ws',
          ...taking(schemaOf(resetArguments), false),
          ...answer(result),
        },
      },
      '/step': {
        post: {
          summary: 'A step without an episode; play over /ws',
          ...taking(schemaOf(stepRequest), true),
          ...answer(result),
        },
      },
      '/state': { get: { summary: 'The state without an episode', ...answer(schemaOf(episodeState)) } },
      '/mcp': { post: { summary: 'JSON-RPC 2.0', ...taking(anything, true), ...answer(anything) } },
      '/metrics': { get: { summary: 'For Prometheus', responses: { 200: { description: 'OK' } } } },
    },
  };
};
