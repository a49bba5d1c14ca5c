import type { Viewer } from '../../domain/redact.ts';
import { viewKey } from '../../domain/redact.ts';
import { LAW } from '../../domain/rule.ts';
import type { AccountId, BiddingNumber, SessionState } from '../../domain/state.ts';
import { instant, latest } from '../../domain/units.ts';
import type { Instant } from '../../domain/units.ts';
import type { Present } from '../ports.ts';
