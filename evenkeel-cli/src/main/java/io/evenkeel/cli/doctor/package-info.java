/**
 * {@code evenkeel doctor}: whether Evenkeel works here. A check is one class, and one line in
 * {@link io.evenkeel.cli.doctor.DoctorCommand}.
 */
package io.evenkeel.cli.doctor;
