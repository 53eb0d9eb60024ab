import { apiContract } from './api/contracts.ts';

/** The version of the service, which is that of its contract. */
export const { version } = apiContract.document.info;
