import { describePrecedence } from '../support/precedence.ts';

describePrecedence('contract/openapi.desk.yaml');
