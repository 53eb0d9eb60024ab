import { describePrecedence } from '../support/precedence.ts';

describePrecedence('contract/openapi.puzzle.yaml');
