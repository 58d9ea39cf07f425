import { Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { AnswerAction } from '../card.js';
import { ON_DISCONNECT, type OnDisconnect } from '../policy.js';
import { WithUser } from './with-user.js';

/** One answer; its value is checked against its question, not here: `false`, `0` and `""` are values. */
export class AnswerRequest {
  @IsString()
  @IsNotEmpty()
  @MaxLength(600)
  field_key!: string;

  @Allow()
  value!: unknown;

  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  item_id?: string;
}

export class UserResponseRequest {
  @IsOptional()
  @IsIn(['submit', 'cancel'])
  action?: AnswerAction;

  @ValidateIf((response: UserResponseRequest) => response.action !== 'cancel' || response.answers !== undefined)
  @IsArray()
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => AnswerRequest)
  answers?: AnswerRequest[];
}

/** `POST /sessions/{id}/resume`. */
export class ResumeRequest extends WithUser {
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  card_id?: string;

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => UserResponseRequest)
  user_response!: UserResponseRequest;

  @IsOptional()
  @IsBoolean()
  stream?: boolean;

  @IsOptional()
  @IsIn(ON_DISCONNECT)
  on_disconnect?: OnDisconnect;
}
