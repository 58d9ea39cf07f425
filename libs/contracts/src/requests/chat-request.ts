import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import {
  ON_ACTIVE_TURN,
  ON_DISCONNECT,
  ON_PENDING_CARD,
  type OnActiveTurn,
  type OnDisconnect,
  type OnPendingCard,
} from '../policy.js';
import { WithUser } from './with-user.js';

export const MAX_MESSAGE_LENGTH = 32_000;

/** `POST /sessions/{id}/chat`. */
export class ChatRequest extends WithUser {
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_MESSAGE_LENGTH)
  message!: string;

  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(128)
  agent_id?: string;

  @IsOptional()
  @IsBoolean()
  stream?: boolean;

  @IsOptional()
  @IsIn(ON_ACTIVE_TURN)
  on_active_turn?: OnActiveTurn;

  @IsOptional()
  @IsIn(ON_PENDING_CARD)
  on_pending_card?: OnPendingCard;

  @IsOptional()
  @IsIn(ON_DISCONNECT)
  on_disconnect?: OnDisconnect;
}
