import { Module } from '@nestjs/common';
import { ProfileController } from './profile.controller.js';
import { ProfileService } from './profile.service.js';
import { UserProfileController } from './user-profile.controller.js';

@Module({ controllers: [ProfileController, UserProfileController], providers: [ProfileService] })
export class ProfileModule {}
