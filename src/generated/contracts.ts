// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': '5104b1c41a8a9fd0545b991460377654304ef283f3ab6b9add8462dac87f236f',
  'contract/openapi.admin.yaml': '172ad4438c2e7000d188d9d9ac3aa7a3147e430271dc887f44ac02de53891500',
  'contract/openapi.desk.yaml': 'fc4876356a91b5939f8f28edbc352577f971a093404579879bedd019ecd2a0b2',
  'contract/openapi.puzzle.yaml': '6a3cde6ea868349c4deab1e29f30f23a3eb73d2714a3d71411ffa6b252184a50',
} as const;
