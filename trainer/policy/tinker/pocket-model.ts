/**
 * The name of the model that our own server serves. Its tokens are the pocket policy's, which no tokenizer file of
 * Hugging Face's describes, so that clients of ours know them by this name.
 */
export const POCKET_MODEL = 'spade/pocket';
